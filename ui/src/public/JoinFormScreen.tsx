import { Controller, useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useItemLists } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import { ofMail } from "@/api/network";
import { Button } from "@/kit/Button";
import { Checkbox, CheckboxGroup } from "@/kit/Checkbox";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions, FormSection } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { saveDraft, useDraft, VISITOR } from "@/lib/draft";
import { summaryErrors } from "@/lib/formErrors";
import { useNavigate } from "@/lib/location";
import { AddressFields } from "./AddressFields";
import { DRAFT, EMPTY, FIELDS, type RequestValues, toInput, toValues } from "./accountRequest";
import { InstitutionSearch } from "./InstitutionSearch";
import styles from "./public.module.css";
import { useRequestsClosedNotice } from "./RequestsClosed";

/** The form of an institution's account request (domain.md 6; SPEC.md section 3). */
export default function JoinFormScreen() {
  return useRequestsClosedNotice() ?? <RequestForm />;
}

function RequestForm() {
  const navigate = useNavigate();
  const items = useItemLists();
  const form = useForm<RequestValues>({ defaultValues: EMPTY, shouldFocusError: false });
  const { savedAt, discard } = useDraft(form, { form: DRAFT, user: VISITOR });
  const { errors, submitCount, isSubmitting } = form.formState;

  const check = form.handleSubmit(async (values) => {
    try {
      const stored = await call(
        api.POST("/api/AccountRequest/CheckAccountRequest", { body: toInput(values) }),
      );
      const next = toValues(stored);
      form.reset(next, { keepDefaultValues: true });
      saveDraft(DRAFT, VISITOR, next);
      navigate("/join/financial/confirm");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, FIELDS);
      if (error.status !== 422) notify.error(error.detail || "確認画面に進めませんでした。");
    }
  });

  const text = (name: keyof RequestValues) => ({
    error: errors[name]?.message,
    ...form.register(name),
  });

  if (!items)
    return (
      <>
        <Heading level={1}>利用申請</Heading>
        <Skeleton rows={8} />
      </>
    );
  return (
    <>
      <Heading level={1}>利用申請</Heading>
      <p>入力のあと、確認画面で内容をお確かめいただけます。まだ送信されません。</p>
      {savedAt && (
        <div className={styles.actions}>
          <p className={panel.note}>入力の途中の内容を表示しています。</p>
          <Button kind="quiet" onClick={discard}>
            入力内容を消す
          </Button>
        </div>
      )}
      <div className={styles.form}>
        <Form onSubmit={check} label="利用申請">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          <FormSection title="金融機関">
            <InstitutionSearch
              onChoose={(row) => {
                const set = { shouldDirty: true };
                form.setValue("financialName", row.financialName, set);
                form.setValue("financialNameKana", row.financialNameKana, set);
                form.setValue("financialCode", row.financialCode, set);
                form.setValue("financialType", String(row.financialType), set);
                form.clearErrors(["financialName", "financialNameKana", "financialCode", "financialType"]);
                // useDraft ignores values set by the program; the choice is the user's and must be saved.
                saveDraft(DRAFT, VISITOR, form.getValues());
                form.setFocus("representativeName");
              }}
            />
            <TextField label="金融機関名" required autoComplete="organization" {...text("financialName")} />
            <TextField
              label="金融機関名（カナ）"
              required
              help="ひらがなで入力しても、カタカナになります。"
              {...text("financialNameKana")}
            />
            <Select
              label="金融機関の種別"
              required
              empty="選択してください"
              options={items.financialType.items.map((i) => ({ value: i.key, label: i.label }))}
              error={errors.financialType?.message}
              {...form.register("financialType")}
            />
            <TextField
              label="金融機関コード"
              // Required only for some types of institution: the help says so, the server checks.
              badge={false}
              size="short"
              inputMode="numeric"
              help="4桁の数字です。コードのない種別（証券会社、リース、保険会社、M&A仲介など）のときだけ、空欄にできます。"
              {...text("financialCode")}
            />
            <TextField label="代表者名" required {...text("representativeName")} />
          </FormSection>

          <FormSection title="所在地と連絡先">
            <AddressFields form={form} />
            <TextField
              label="電話番号"
              required
              type="tel"
              size="medium"
              example="03-1234-5678"
              {...text("phone")}
            />
            <TextField label="FAX番号" type="tel" size="medium" {...text("fax")} />
            <TextField
              label="ホームページ"
              type="url"
              autoCapitalize="off"
              spellCheck={false}
              example="https://www.example.co.jp"
              {...text("websiteUrl")}
            />
          </FormSection>

          <FormSection
            title="ご担当者"
            help={ofMail(
              "結果のお知らせと、承認されたときの最初のログインのご案内をお送りします。",
              "結果と、承認されたときの最初のログインについて、事務局からご連絡します。",
            )}
          >
            <TextField label="担当者名" required autoComplete="name" {...text("responsibleParsonName")} />
            <TextField
              label="担当者の部署"
              required
              example="事業承継支援部"
              {...text("responsibleParsonDepartment")}
            />
            <TextField label="担当者の役職" {...text("responsibleParsonPosition")} />
            <TextField
              label="担当者の電話番号"
              required
              type="tel"
              size="medium"
              {...text("responsibleParsonTel")}
            />
            <TextField
              label="担当者のメールアドレス"
              required
              type="email"
              autoComplete="email"
              autoCapitalize="off"
              spellCheck={false}
              help="業務用のアドレスを入力してください。"
              {...text("responsibleParsonMail")}
            />
          </FormSection>

          <FormSection title="取扱業務と営業地域">
            <Controller
              control={form.control}
              name="handlingBusiness"
              render={({ field: { ref: _, ...field } }) => (
                <CheckboxGroup
                  {...field}
                  label="取扱業務"
                  required
                  help="当てはまるものをすべて選んでください。"
                  options={items.handlingBusiness.items.map((i) => ({ value: i.key, label: i.label }))}
                  error={errors.handlingBusiness?.message}
                />
              )}
            />
            <Controller
              control={form.control}
              name="salesRegion"
              render={({ field: { ref: _, ...field } }) => (
                <CheckboxGroup
                  {...field}
                  label="営業地域"
                  required
                  help="当てはまるものをすべて選んでください。"
                  options={items.region.items.map((i) => ({ value: i.key, label: i.label }))}
                  error={errors.salesRegion?.message}
                />
              )}
            />
          </FormSection>

          <FormSection title="規約への同意">
            <p>
              <Link href="/terms">利用規約</Link>と<Link href="/privacy">プライバシーポリシー</Link>
              をお読みください。入力中の内容はこの端末に残ります。
            </p>
            <Checkbox
              label="利用規約とプライバシーポリシーに同意します"
              error={errors.isTermsAccepted?.message}
              {...form.register("isTermsAccepted")}
            />
          </FormSection>
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              確認画面へ
            </Button>
            <Link href="/join" button="quiet">
              前の画面に戻る
            </Link>
          </FormActions>
        </Form>
      </div>
    </>
  );
}
