import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { network, ofMail } from "@/api/network";
import { userQuery } from "@/api/user";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { saveDraft, useDraft } from "@/lib/draft";
import { summaryErrors } from "@/lib/formErrors";
import { useNavigate, useRawSearch } from "@/lib/location";
import { isLending, isSignedIn, user } from "@/session/session";
import {
  DRAFT,
  draftUser,
  EMPTY,
  type InquiryValues,
  parseCaseNumber,
  toInput,
  useInquiryPaths,
} from "./inquiry";
import { OwnInquiries } from "./OwnInquiries";
import styles from "./public.module.css";

const FIELDS = Object.keys(EMPTY) as (keyof InquiryValues)[];

/** The inquiry form: /contact, and /mypage/contact, where the member's data are filled in. */
export default function ContactScreen() {
  const paths = useInquiryPaths();
  const sent = parseCaseNumber(new URLSearchParams(useRawSearch()).get("number"));
  return sent ? <Sent number={sent} home={paths.home} /> : <InquiryForm />;
}

function InquiryForm() {
  const paths = useInquiryPaths();
  const navigate = useNavigate();
  const kinds = codesOf(useEnumerations(), "inquiryKind");
  const form = useForm<InquiryValues>({ defaultValues: EMPTY, shouldFocusError: false });
  const { savedAt, discard } = useDraft(form, { form: DRAFT, user: draftUser() });
  usePrefill(form.getValues, form.setValue);
  const { errors, submitCount } = form.formState;

  const check = form.handleSubmit(async (values) => {
    try {
      const stored = await call(api.POST("/api/Public/CheckInquiry", { body: toInput(values) }));
      const next = { ...EMPTY, ...stored, kind: String(stored.kind) };
      form.reset(next, { keepDefaultValues: true });
      saveDraft(DRAFT, draftUser(), next);
      navigate(paths.confirm);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, FIELDS);
      if (error.status !== 422) notify.error(error.detail || "確認画面に進めませんでした。");
    }
  });

  return (
    <>
      <Heading level={1}>お問い合わせ</Heading>
      <div className={styles.notice}>
        <p>
          {isSignedIn.value
            ? "事務局がこの画面でお答えし、メールでお知らせします。ログイン"
            : "事務局がお答えし、お読みいただくリンクをメールでお送りします。ログイン"}
          やパスワードのことは、
          <Link href="/faq">よくあるご質問</Link>もご覧ください。
        </p>
        <p>企業名や案件の内容など、秘密にすべき情報は書かないでください。</p>
        {network.value.officePhone && (
          <p>
            お電話：<Link href={`tel:${network.value.officePhone}`}>{network.value.officePhone}</Link>
          </p>
        )}
      </div>
      {isSignedIn.value && <OwnInquiries />}
      {savedAt && (
        <div className={styles.actions}>
          <p className={panel.note}>入力の途中の内容を表示しています。</p>
          <Button kind="quiet" onClick={discard}>
            入力内容を消す
          </Button>
        </div>
      )}
      <div className={styles.form}>
        <Form onSubmit={check} label="お問い合わせ">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          {kinds.length === 0 ? (
            <Skeleton lines={3} />
          ) : (
            <RadioGroup
              label="お問い合わせの種類"
              required
              column
              options={kinds.map(({ code, label }) => ({ value: code, label }))}
              error={errors.kind?.message}
              {...form.register("kind")}
            />
          )}
          <TextField
            label="お名前"
            required
            autoComplete="name"
            error={errors.name?.message}
            {...form.register("name")}
          />
          <TextField
            label="お名前（カナ）"
            help="ひらがなで入力しても、カタカナになります。"
            autoComplete="off"
            error={errors.nameKana?.message}
            {...form.register("nameKana")}
          />
          <TextField
            label="会社名・所属"
            autoComplete="organization"
            error={errors.organisation?.message}
            {...form.register("organisation")}
          />
          <TextField
            label="メールアドレス"
            required
            type="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            help={isSignedIn.value ? "事務局からの連絡先です。" : "お答えを読むリンクをお送りします。"}
            example="taro@example.co.jp"
            error={errors.mailAddress?.message}
            {...form.register("mailAddress")}
          />
          <TextField
            label="電話番号"
            type="tel"
            autoComplete="tel"
            size="medium"
            example="03-1234-5678"
            error={errors.phone?.message}
            {...form.register("phone")}
          />
          <TextArea
            label="お問い合わせ内容"
            required
            rows={8}
            maxLength={limits.InquiryInput.body.maxLength}
            error={errors.body?.message}
            {...form.register("body")}
          />
          <p>
            入力された内容は、お問い合わせへの対応のためだけに使います（
            <Link href="/privacy">プライバシーポリシー</Link>）。
          </p>
          <FormActions>
            <Button type="submit" kind="primary" busy={form.formState.isSubmitting}>
              確認画面へ
            </Button>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

/** Fills in a signed-in member's name and contact data where the fields are still empty. */
function usePrefill(
  getValues: () => InquiryValues,
  setValue: (name: keyof InquiryValues, value: string) => void,
) {
  const userId = user.value?.userId ?? "";
  const isFIN = user.value?.role === "FIN";
  const me = useQuery({
    ...userQuery(isFIN ? "bank" : "buyer", userId),
    enabled: isSignedIn.value && !isLending.value && userId !== "",
  });
  const found = me.data;
  useEffect(() => {
    if (!found) return;
    const known = {
      name: found.userName,
      nameKana: found.userNameKana,
      mailAddress: found.loginId,
      phone: found.phone1,
    };
    for (const [name, value] of Object.entries(known) as [keyof InquiryValues, string][])
      if (value && getValues()[name] === "") setValue(name, value);
  }, [found, getValues, setValue]);
}

function Sent({ number, home }: { number: string; home: string }) {
  return (
    <>
      <Heading level={1}>お問い合わせを受け付けました</Heading>
      <div className={styles.notice} data-kind="done">
        <p>受付番号</p>
        <p className={styles.number}>{number}</p>
        <p>
          {ofMail(
            "受け付けのお知らせを、入力されたメールアドレスにお送りします。",
            "この受付番号をお控えください。",
          )}
          事務局で確認し、ご連絡します。
        </p>
        {ofMail(
          <p>
            しばらくたってもお知らせが届かないときは、メールアドレスの誤りが考えられます。お手数ですが、もう一度お送りください。
          </p>,
          null,
        )}
      </div>
      <div className={styles.actions}>
        <Link href={home} button="primary">
          {home === "/" ? "ホームへ戻る" : "トップページへ戻る"}
        </Link>
      </div>
    </>
  );
}
