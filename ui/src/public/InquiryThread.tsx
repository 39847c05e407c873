import { useState } from "react";
import { useForm } from "react-hook-form";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Conversation } from "@/kit/Conversation";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import { TextArea } from "@/kit/TextArea";
import { formatTime } from "@/lib/dates";
import { summaryErrors } from "@/lib/formErrors";
import styles from "./public.module.css";

/** An inquiry with the office's answers, for its sender, who may reply. */
export function InquiryThread({
  thread,
  send,
}: {
  thread: components["schemas"]["SenderThread"];
  send: (body: string) => Promise<unknown>;
}) {
  const codes = useEnumerations();
  const form = useForm({ defaultValues: { body: "" }, shouldFocusError: false });
  const [isSent, setSent] = useState(false);
  const { errors, submitCount, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ body }) => {
    try {
      await send(body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, ["body"]);
      notify.error(failureMessage("返信の送信に失敗しました。", error));
      return;
    }
    form.reset();
    setSent(true);
    notify.success("返信を送信しました。");
  });
  return (
    <>
      <p>
        受付番号 {thread.caseNumber}　{codeLabel(codes, "inquiryKind", thread.kind)}　状態：
        <strong>{thread.statusLabel}</strong>
      </p>
      <Conversation
        label="お問い合わせと回答"
        said={[
          { who: "お問い合わせ", at: formatTime(thread.created), body: thread.body, isMine: true },
          ...thread.messageList.map(({ isOffice, at, body }) => ({
            who: isOffice ? "事務局" : "返信",
            at: formatTime(at),
            body,
            isMine: !isOffice,
          })),
        ]}
      />
      {!thread.messageList.some(({ isOffice }) => isOffice) && (
        <p>事務局で確認しています。回答すると、この画面に表示し、メールでもお知らせします。</p>
      )}
      <div className={styles.form}>
        <Heading level={2}>返信する</Heading>
        <Form onSubmit={submit} label="返信">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, ["body"])} />
          <TextArea
            label="返信"
            required
            rows={5}
            maxLength={limits.InquiryReply.body.maxLength}
            help="企業名や案件の内容など、秘密にすべき情報は書かないでください。"
            error={errors.body?.message}
            {...form.register("body")}
          />
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              返信を送信する
            </Button>
          </FormActions>
        </Form>
        {isSent && <p role="status">送信しました。事務局からの回答をお待ちください。</p>}
      </div>
    </>
  );
}
