import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { officeTopicsQuery, topicReachQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextField } from "@/kit/TextField";
import { dayInJapan, formatDate, formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { ProseField } from "../text/ProseField";

type Topic = Schemas["OfficeTopic"];
const DEFAULTS = { pageNumber: 1 };

const NEW: Topic = {
  title: "",
  body: "",
  startDate: "",
  endDate: "",
  isPublic: true,
  audience: 0,
  financialId: "",
  isImportant: false,
  isMailed: false,
};

const AUDIENCES = [
  { value: "0", label: "全員（金融機関と買手）" },
  { value: "1", label: "金融機関" },
  { value: "2", label: "買手" },
  { value: "3", label: "一つの金融機関" },
];

/** /office/topics: notices to the members. */
function TopicsScreen() {
  const { state, href } = useUrlState(DEFAULTS);
  const [topic, setTopic] = useState<Topic | null>(null);
  const today = dayInJapan(new Date()) ?? "";
  const query = useQuery({
    ...officeTopicsQuery(state),
    placeholderData: keepPreviousData,
  });
  const add = (
    <Button kind="primary" onClick={() => setTopic({ ...NEW, startDate: today })}>
      お知らせを作成する
    </Button>
  );
  return (
    <>
      <Heading level={1} actions={add}>
        お知らせ
      </Heading>
      <p>公開先の会員のトップページに表示されます。公開先でない会員には、表示も件数も出ません。</p>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="お知らせ"
        rowKey={(row) => row.topicId ?? ""}
        columns={[
          {
            key: "title",
            header: "題名",
            primary: true,
            atLeast: "12em",
            cell: (row) => (row.isImportant ? `【重要】${row.title}` : row.title),
          },
          { key: "audience", header: "公開先", atLeast: "5em", cell: (row) => row.audienceLabel },
          { key: "start", header: "掲載開始", nowrap: true, cell: (row) => formatDate(row.startDate) },
          { key: "end", header: "掲載終了", nowrap: true, cell: (row) => formatDate(row.endDate) },
          { key: "state", header: "状態", cell: (row) => publicationState(row, today) },
          {
            key: "mail",
            header: "メール",
            atLeast: "5em",
            cell: (row) => mailState(row, today),
          },
        ]}
        actions={(row) => <Button onClick={() => setTopic(row)}>変更する</Button>}
        empty={
          <EmptyState title="お知らせはまだありません" action={add}>
            保守の予定や使い方の案内などを、会員に知らせることができます。
          </EmptyState>
        }
      />
      {topic && <TopicDialog topic={topic} today={today} onClose={() => setTopic(null)} />}
    </>
  );
}

/** Whether members see a notice on a day. While they do not, the mails that are left wait. */
function isShown(topic: Topic, today: string) {
  return topic.isPublic && topic.startDate <= today && (!topic.endDate || topic.endDate >= today);
}

/** The publication state of a notice on a day. */
function publicationState(topic: Topic, today: string) {
  if (!topic.isPublic) return <State kind="quiet">下書き</State>;
  if (topic.startDate > today) return <State kind="waiting">掲載前</State>;
  if (topic.endDate && topic.endDate < today) return <State kind="quiet">掲載終了</State>;
  return <State kind="done">掲載中</State>;
}

/** How far the mails of a notice are. */
function mailState(topic: Topic, today: string) {
  if (topic.mailedAt) return `送信済み ${formatTime(topic.mailedAt)}`;
  if (topic.mailedCount)
    return `${isShown(topic, today) ? "送信中" : "中断"}（${people(topic.mailedCount)}）`;
  return topic.isMailed ? "送信前" : "―";
}

const people = (n: number) => `${n.toLocaleString("ja-JP")}人`;

function TopicDialog({ topic, today, onClose }: { topic: Topic; today: string; onClose: () => void }) {
  const form = useForm({
    defaultValues: { ...NEW, ...topic, audience: String(topic.audience ?? 0) },
  });
  const audience = form.watch("audience");
  const financialId = form.watch("financialId") ?? "";
  const { errors } = form.formState;
  const isNew = !topic.topicId;
  return (
    <DeedDialog
      title={isNew ? "お知らせを作成する" : "お知らせを変更する"}
      label={isNew ? "作成する" : "変更する"}
      wide
      form={form}
      fields={["title", "body", "startDate", "endDate", "financialId"]}
      send={({ audienceLabel: _label, mailedAt: _mailed, mailedCount: _count, ...values }) =>
        call(
          office.POST("/api/Office/SaveTopic", {
            body: { ...values, audience: Number(values.audience) as Topic["audience"] },
          }),
        )
      }
      done="お知らせを保存しました。"
      failed="お知らせを保存できませんでした。"
      onClose={onClose}
    >
      <TextField label="題名" required error={errors.title?.message} {...form.register("title")} />
      <ProseField
        form={form}
        name="body"
        label="本文"
        rows={8}
        maxLength={limits.OfficeTopic.body.maxLength}
      />
      <RadioGroup label="公開先" required options={AUDIENCES} {...form.register("audience")} />
      {audience === "3" && (
        <Controller
          control={form.control}
          name="financialId"
          render={({ field }) => (
            <InstitutionSelect
              label="お知らせする金融機関"
              required
              {...field}
              value={field.value ?? ""}
              help="この金融機関の担当者だけに表示されます。担当する買手には表示されません。"
              error={errors.financialId?.message}
            />
          )}
        />
      )}
      <Checkbox
        label="重要なお知らせにする"
        help="読んで閉じるまで、トップページのいちばん上に表示されます。"
        {...form.register("isImportant")}
      />
      <DateField
        label="掲載開始日"
        required
        error={errors.startDate?.message}
        {...form.register("startDate")}
      />
      <DateField
        label="掲載終了日"
        help="空のときは、期限なしで掲載します。"
        error={errors.endDate?.message}
        {...form.register("endDate")}
      />
      <Checkbox
        label="会員に公開する"
        help="外すと下書きになり、会員には表示されません。"
        {...form.register("isPublic")}
      />
      {topic.mailedAt ? (
        <p>メールは {formatTime(topic.mailedAt)} に送信しました。もう一度は送られません。</p>
      ) : topic.mailedCount ? (
        <p>
          メールは、これまでに{people(topic.mailedCount)}に送りました。
          {isShown(topic, today)
            ? "残りの方への送信を続けています。「会員に公開する」を外して保存すると、残りの送信は止まります。"
            : "残りの送信は止まっています。掲載期間と「会員に公開する」を直して保存すると、続きから送ります。"}
        </p>
      ) : (
        <Checkbox
          label="メールでも知らせる"
          help="掲載開始日に一度だけ送ります。メールには、お知らせがあることだけを書きます。"
          {...form.register("isMailed")}
        />
      )}
      <Reach audience={audience} financialId={financialId} isImportant={form.watch("isImportant") ?? false} />
    </DeedDialog>
  );
}

/** How many users the notice reaches, before it is saved. */
function Reach({
  audience,
  financialId,
  isImportant,
}: {
  audience: string;
  financialId: string;
  isImportant: boolean;
}) {
  const { data } = useQuery({
    ...topicReachQuery({ audience: audience as "0" | "1" | "2" | "3", financialId, isImportant }),
    enabled: audience !== "3" || financialId !== "",
  });
  if (!data) return null;
  return (
    <p role="status">
      表示される利用者：{people(data.userCount)}　メールが届く利用者：{people(data.mailCount)}
      {!isImportant &&
        data.mailCount < data.userCount &&
        "（お知らせメールを希望しない利用者には届きません）"}
    </p>
  );
}

export default officePage(TopicsScreen);
