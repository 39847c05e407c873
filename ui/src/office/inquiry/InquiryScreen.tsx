import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { ofMail } from "@/api/network";
import { inquiryQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Conversation } from "@/kit/Conversation";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextArea } from "@/kit/TextArea";
import { formatTime } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { DeedDialog } from "../deed";
import { optionsOf, State, useOfficeCodes } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { INQUIRY_STATES } from "./InquiriesScreen";

type Thread = Schemas["OfficeThread"];
type Status = 0 | 1 | 2;

/** /office/inquiries/:id: one inquiry as a thread; the office answers here. */
function InquiryScreen({ params }: ScreenProps) {
  const { data } = useQuery({ ...inquiryQuery(params.id ?? ""), ...pageFetch });
  const codes = useEnumerations();
  const [deed, setDeed] = useState<"answer" | "mark" | null>(null);
  useScreenTitle(data?.inquiry.caseNumber);
  if (!data)
    return (
      <>
        <Heading level={1}>お問い合わせ</Heading>
        <Skeleton lines={8} />
      </>
    );
  const { inquiry, messageList } = data;
  const close = () => setDeed(null);
  return (
    <>
      <Heading level={1}>{`お問い合わせ ${inquiry.caseNumber}`}</Heading>
      <p className={styles.actions}>
        <State kind={INQUIRY_STATES[inquiry.status] ?? "waiting"}>{inquiry.statusLabel}</State>
        {messageList.some(({ isOffice }) => isOffice) && (
          <span>{inquiry.isRead ? "回答は読まれました" : "回答はまだ読まれていません"}</span>
        )}
      </p>
      <Conversation
        label="お問い合わせと回答"
        said={[
          { who: inquiry.name, at: formatTime(inquiry.created), body: inquiry.body, isMine: false },
          ...messageList.map(({ isOffice, userName, at, body }) => ({
            who: isOffice ? `事務局（${userName}）` : userName,
            at: formatTime(at),
            body,
            isMine: isOffice,
          })),
        ]}
      />
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => setDeed("answer")}>
          回答する
        </Button>
        <Button onClick={() => setDeed("mark")}>状態と覚え書きを変更する</Button>
      </div>
      <section className={styles.section}>
        <Heading level={2}>送信した方</Heading>
        <DescriptionList
          items={[
            { term: "種類", value: codeLabel(codes, "inquiryKind", inquiry.kind) },
            { term: "お名前", value: [inquiry.name, inquiry.nameKana].filter(Boolean).join("　") },
            { term: "会社名・所属", value: inquiry.organisation },
            {
              term: "メールアドレス",
              value: <Link href={`mailto:${inquiry.mailAddress}`}>{inquiry.mailAddress}</Link>,
            },
            { term: "電話番号", value: inquiry.phone },
            {
              term: "会員",
              value: inquiry.isMember ? "ログインした利用者" : "ログインしていない方",
            },
            { term: "覚え書き", value: inquiry.note && <span className={styles.prose}>{inquiry.note}</span> },
          ]}
        />
      </section>
      {deed === "answer" && <AnswerDialog thread={data} onClose={close} />}
      {deed === "mark" && <MarkDialog thread={data} onClose={close} />}
    </>
  );
}

function AnswerDialog({
  thread: { inquiry, messageList },
  onClose,
}: {
  thread: Thread;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { body: "", status: "1" } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={`${inquiry.caseNumber}に回答する`}
      label="回答を送信する"
      wide
      form={form}
      fields={["body"]}
      consequence={
        <p>
          {inquiry.isMember
            ? ofMail(
                "回答は、送信した方の「お問い合わせ」の画面に表示されます。メールでは、回答があったことだけを知らせます。",
                "回答は、送信した方の「お問い合わせ」の画面に表示されます。回答があったことの知らせは、メールを送れるようになるまで届きません。",
              )
            : ofMail(
                "送信した方に、回答を読むためのリンクをメールで送ります（30日間有効）。メールに回答の文章は入りません。",
                "回答を読むためのリンク（30日間有効）は、メールを送れるようになるまで、送信した方に届きません。急ぐときは、電話などで伝えてください。",
              )}
          回答した人の氏名は、相手には表示されません。
        </p>
      }
      send={({ body, status }) =>
        call(
          office.POST("/api/Office/AnswerInquiry", {
            body: {
              inquiryId: inquiry.inquiryId,
              expectedStatus: inquiry.status as Status,
              messageCount: messageList.length,
              status: Number(status) as 1 | 2,
              body,
            },
          }),
        )
      }
      done="回答を送信しました。"
      failed="回答を送信できませんでした。"
      onClose={onClose}
    >
      <TextArea
        label="回答"
        required
        rows={6}
        maxLength={limits.OfficeAnswer.body.maxLength}
        error={errors.body?.message}
        {...form.register("body")}
      />
      <RadioGroup
        label="回答のあとの状態"
        required
        options={[
          { value: "1", label: "完了" },
          { value: "2", label: "対応中（続けて回答する）" },
        ]}
        {...form.register("status")}
      />
    </DeedDialog>
  );
}

function MarkDialog({ thread: { inquiry }, onClose }: { thread: Thread; onClose: () => void }) {
  const officeCodes = useOfficeCodes();
  const form = useForm({ defaultValues: { status: String(inquiry.status), note: inquiry.note } });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="状態と覚え書きを変更する"
      label="変更する"
      wide
      form={form}
      fields={["note"]}
      send={({ status, note }) =>
        call(
          office.POST("/api/Office/MarkInquiry", {
            body: {
              inquiryId: inquiry.inquiryId,
              expectedStatus: inquiry.status as Status,
              status: Number(status) as Status,
              note,
            },
          }),
        )
      }
      done="記録しました。"
      failed="記録できませんでした。"
      onClose={onClose}
    >
      <Select
        label="状態"
        badge={false}
        size="short"
        options={optionsOf(officeCodes?.inquiryStatus)}
        {...form.register("status")}
      />
      <TextArea
        label="覚え書き"
        help="事務局だけの記録です。送信した方には表示されません。"
        maxLength={limits.OfficeInquiryMark.note.maxLength}
        error={errors.note?.message}
        {...form.register("note")}
      />
    </DeedDialog>
  );
}

export default officePage(InquiryScreen, { crumbs: [{ label: "お問い合わせ", href: "/office/inquiries" }] });
