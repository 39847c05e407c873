import { useState } from "react";
import { Redirect } from "wouter";
import { api, call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { clearDraft, readDraft } from "@/lib/draft";
import { useNavigate } from "@/lib/location";
import { DRAFT, draftUser, type InquiryValues, toInput, useInquiryPaths } from "./inquiry";
import styles from "./public.module.css";

/** Shows the inquiry as the server will store it, and sends it. */
export default function ContactConfirmScreen() {
  const paths = useInquiryPaths();
  const navigate = useNavigate();
  const enumerations = useEnumerations();
  const [values] = useState(() => readDraft<InquiryValues>(DRAFT, draftUser())?.values);
  if (!values) return <Redirect to={paths.form} replace />;

  const send = async () => {
    try {
      const { caseNumber } = await call(api.POST("/api/Public/SendInquiry", { body: toInput(values) }));
      clearDraft(DRAFT, draftUser());
      await rereadAfter("inquiry");
      notify.success("お問い合わせを送信しました。");
      navigate(`${paths.form}?number=${caseNumber}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage("お問い合わせの送信に失敗しました。", error));
      if (error.status === 422) navigate(paths.form);
    }
  };

  return (
    <>
      <Heading level={1}>お問い合わせ内容の確認</Heading>
      <p>この内容で送信します。よろしければ「この内容で送信する」を押してください。</p>
      <DescriptionList
        items={[
          { term: "お問い合わせの種類", value: codeLabel(enumerations, "inquiryKind", Number(values.kind)) },
          { term: "お名前", value: values.name },
          { term: "お名前（カナ）", value: values.nameKana },
          { term: "会社名・所属", value: values.organisation },
          { term: "メールアドレス", value: values.mailAddress },
          { term: "電話番号", value: values.phone },
          { term: "お問い合わせ内容", value: <span className={styles.lines}>{values.body}</span> },
        ]}
      />
      <div className={styles.actions}>
        <Button kind="primary" onClick={send}>
          この内容で送信する
        </Button>
        <Link href={paths.form} button="secondary">
          入力画面に戻って直す
        </Link>
      </div>
    </>
  );
}
