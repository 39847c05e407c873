import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, fieldErrors } from "@/api/errors";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import styles from "@/kit/MailedPage.module.css";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { summaryErrors } from "@/lib/formErrors";
import { industryNames, placeName } from "../buyer";
import { OWNER_PAPER, OwnerPaper } from "./OwnerPaper";
import { OwnerReport } from "./OwnerReport";

type OwnerPage = components["schemas"]["OwnerPage"];

type Schemas = components["schemas"];

interface Values {
  userName: string;
  comment: string;
}

const FIELDS = ["userName", "comment"] as const;

/** To whom the name would be disclosed, what else that buyer would see, and the owner's decision. */
export function OwnerDecision({
  page,
  linkKey,
  passcode,
  decide,
  onInvalid,
}: {
  page: OwnerPage;
  linkKey: string;
  passcode: string;
  /** @throws ApiError */
  decide: (input: { isApproval: boolean; userName: string; comment?: string }) => Promise<void>;
  onInvalid: (reason: string) => void;
}) {
  const industries = useMaster<Schemas["IndustryClass"][]>("industries").data;
  const regions = useMaster<Schemas["RegionPlaces"][]>("prefectures").data;
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { userName: "", comment: "" } });
  const { errors, submitCount } = form.formState;
  const [asking, setAsking] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (isApproval: boolean) => {
    const { userName, comment } = form.getValues();
    setBusy(true);
    try {
      await decide({ isApproval, userName: userName.trim(), comment: comment.trim() || undefined });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAsking(null);
      if (error.status === 422) fieldErrors(error, form.setError, FIELDS);
      // The bank has withdrawn the request meanwhile, or the link has expired.
      else if (error.status === 400 || error.status === 409)
        onInvalid(error.status === 409 ? error.detail : "");
      else form.setError("root.server", { message: `お答えを送れませんでした。${error.detail}` });
    } finally {
      setBusy(false);
    }
  };

  const buyer = page.buyer.companyName || page.buyer.displayName;
  const industry = industryNames(page.buyer.industryType, industries);
  const place = placeName(page.buyer.location, regions);
  return (
    <div className={styles.page}>
      <Heading level={1}>この買手候補に、会社名をお伝えしてよいですか</Heading>
      <p>
        {page.financialName}からのおたずねです（{page.caseNumber}）。このお答えは {formatTime(page.expires)}{" "}
        までにお願いします。
      </p>

      <section className={styles.part}>
        <Heading level={2}>お伝えする相手</Heading>
        <dl className={styles.facts}>
          <div>
            <dt>買手候補</dt>
            <dd className={styles.name}>{buyer}</dd>
          </div>
          <OwnerReport page={page} />
          {industry && (
            <div>
              <dt>業種</dt>
              <dd>{industry}</dd>
            </div>
          )}
          {place && (
            <div>
              <dt>所在地</dt>
              <dd>{place}</dd>
            </div>
          )}
          <div>
            <dt>買手側の金融機関</dt>
            <dd>{page.buyerFinancialName}</dd>
          </div>
        </dl>
        <p>
          この買手候補は、秘密保持契約を承諾しています。知っている相手でも、お知り合いにはお話しにならないでください。
        </p>
      </section>

      <OwnerPaper linkKey={linkKey} passcode={passcode} kind={OWNER_PAPER.request} />

      <section className={styles.part}>
        <Heading level={2}>承諾すると、この相手に伝わること</Heading>
        <ul className={styles.bullets}>
          <li>
            会社名（<strong>{page.companyName}</strong>）
          </li>
          <li>代表者のお名前</li>
          <li>住所・電話番号・ホームページ</li>
          <li>決算の正確な金額（2期分）</li>
          <li>商品・取引先・市場などのくわしい説明</li>
        </ul>
        <p>
          伝わるのは、案件「{page.businessName}」として、この相手だけです。
          <strong>ほかの買手候補には伝わりません。</strong>
          一度お伝えした会社名は、取り戻せません。
        </p>
      </section>

      <section className={styles.part}>
        <Heading level={2}>承諾しないとき</Heading>
        <p>
          会社名は伝わりません。相手には、承認されなかったことだけが伝わります。ほかの買手候補とのお話には影響しません。
        </p>
      </section>

      <section className={styles.part}>
        <Heading level={2}>お答え</Heading>
        <Form onSubmit={() => undefined} label="お答え">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          <TextField
            label="お答えになる方のお名前"
            required
            autoComplete="name"
            error={errors.userName?.message}
            {...form.register("userName", {
              validate: (text) => text.trim() !== "" || "お名前を入力してください。",
            })}
          />
          <TextArea
            label="担当者へのひとこと"
            rows={3}
            help={`${page.financialName}の担当者にだけ伝わります。`}
            error={errors.comment?.message}
            {...form.register("comment")}
          />
          <div className={styles.buttons}>
            <Button kind="primary" wide onClick={form.handleSubmit(() => setAsking(true))}>
              承諾する
            </Button>
            <Button wide onClick={form.handleSubmit(() => setAsking(false))}>
              拒否する
            </Button>
          </div>
        </Form>
        <p className={styles.note}>
          迷うときは、お答えになる前に{page.financialName}の担当者へお電話ください。
        </p>
      </section>

      <Dialog
        open={asking === true}
        onClose={() => setAsking(null)}
        title="会社名を伝えることを承諾しますか"
        consequence={`「${buyer}」と${page.buyerFinancialName}に、会社名（${page.companyName}）・代表者のお名前・住所・電話番号・決算の金額が伝わります。一度お伝えすると、取り戻せません。`}
        confirm={{ label: "承諾する", danger: true, busy, onConfirm: () => send(true) }}
        cancelLabel="もう一度考える"
      />
      <Dialog
        open={asking === false}
        onClose={() => setAsking(null)}
        title="会社名を伝えることを拒否しますか"
        consequence={`「${buyer}」に会社名は伝わりません。お答えのあとで承諾に変えるには、担当者にあらためて依頼してもらう必要があります。`}
        confirm={{ label: "拒否する", danger: true, busy, onConfirm: () => send(false) }}
        cancelLabel="もう一度考える"
      />
    </div>
  );
}
