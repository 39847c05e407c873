import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { officeTopicsQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { TextField } from "@/kit/TextField";
import { dayInJapan, formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { ProseField } from "./ProseField";

type Topic = Schemas["OfficeTopic"];
const DEFAULTS = { pageNumber: 1 };

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
    <Button
      kind="primary"
      onClick={() => setTopic({ title: "", body: "", startDate: today, endDate: "", isPublic: true })}
    >
      お知らせを作成する
    </Button>
  );
  return (
    <>
      <Heading level={1} actions={add}>
        お知らせ
      </Heading>
      <p>会員のトップページに表示されます。</p>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="お知らせ"
        rowKey={(row) => row.topicId ?? ""}
        columns={[
          { key: "title", header: "題名", primary: true, cell: (row) => row.title },
          { key: "start", header: "掲載開始", nowrap: true, cell: (row) => formatDate(row.startDate) },
          { key: "end", header: "掲載終了", nowrap: true, cell: (row) => formatDate(row.endDate) },
          { key: "state", header: "状態", cell: (row) => publicationState(row, today) },
        ]}
        actions={(row) => <Button onClick={() => setTopic(row)}>変更する</Button>}
        empty={
          <EmptyState title="お知らせはまだありません" action={add}>
            保守の予定や使い方の案内などを、会員に知らせることができます。
          </EmptyState>
        }
      />
      {topic && <TopicDialog topic={topic} onClose={() => setTopic(null)} />}
    </>
  );
}

/** The publication state of a notice on a day. */
function publicationState(topic: Topic, today: string) {
  if (!topic.isPublic) return <State kind="quiet">下書き</State>;
  if (topic.startDate > today) return <State kind="waiting">掲載前</State>;
  if (topic.endDate && topic.endDate < today) return <State kind="quiet">掲載終了</State>;
  return <State kind="done">掲載中</State>;
}

function TopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const form = useForm({ defaultValues: topic });
  const { errors } = form.formState;
  const isNew = !topic.topicId;
  return (
    <DeedDialog
      title={isNew ? "お知らせを作成する" : "お知らせを変更する"}
      label={isNew ? "作成する" : "変更する"}
      wide
      form={form}
      fields={["title", "body", "startDate", "endDate"]}
      send={(values) => call(office.POST("/api/Office/SaveTopic", { body: values }))}
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
    </DeedDialog>
  );
}

export default officePage(TopicsScreen);
