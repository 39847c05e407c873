import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { officeFaqQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { TextField } from "@/kit/TextField";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { ProseField } from "./ProseField";

type Faq = Schemas["OfficeFaq"];
const DEFAULTS = { pageNumber: 1 };

/** /office/faq: edits the questions and answers, which are public. */
function FaqScreen() {
  const { state, href } = useUrlState(DEFAULTS);
  const [faq, setFaq] = useState<Faq | null>(null);
  const query = useQuery({
    ...officeFaqQuery(state),
    placeholderData: keepPreviousData,
  });
  const add = (
    <Button kind="primary" onClick={() => setFaq({ category: "", question: "", answer: "", isPublic: true })}>
      質問を追加する
    </Button>
  );
  return (
    <>
      <Heading level={1} actions={add}>
        よくある質問
      </Heading>
      <p>ログインしていない方にも表示されます。表示順の小さいものから並びます。</p>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="よくある質問"
        rowKey={(row) => row.faqId ?? ""}
        columns={[
          { key: "question", header: "質問", primary: true, cell: (row) => row.question },
          { key: "category", header: "分類", cell: (row) => row.category },
          { key: "sort", header: "表示順", align: "end", cell: (row) => row.sort ?? 0 },
          {
            key: "state",
            header: "状態",
            cell: (row) =>
              row.isPublic ? <State kind="done">公開中</State> : <State kind="quiet">非公開</State>,
          },
        ]}
        actions={(row) => <Button onClick={() => setFaq(row)}>変更する</Button>}
        empty={
          <EmptyState title="よくある質問はまだありません" action={add}>
            問い合わせの多い質問と答えを載せておくと、問い合わせを減らせます。
          </EmptyState>
        }
      />
      {faq && <FaqDialog faq={faq} onClose={() => setFaq(null)} />}
    </>
  );
}

function FaqDialog({ faq, onClose }: { faq: Faq; onClose: () => void }) {
  const form = useForm({ defaultValues: { ...faq, sort: faq.sort ? String(faq.sort) : "" } });
  const { errors } = form.formState;
  const isNew = !faq.faqId;
  return (
    <DeedDialog
      title={isNew ? "質問を追加する" : "質問を変更する"}
      label={isNew ? "追加する" : "変更する"}
      wide
      form={form}
      fields={["category", "question", "answer", "sort"]}
      send={(values) =>
        call(office.POST("/api/Office/SaveFaq", { body: { ...values, sort: Number(values.sort) } }))
      }
      done="よくある質問を保存しました。"
      failed="よくある質問を保存できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="分類"
        required
        example="ログインとパスワード"
        error={errors.category?.message}
        {...form.register("category")}
      />
      <TextField label="質問" required error={errors.question?.message} {...form.register("question")} />
      <ProseField
        form={form}
        name="answer"
        label="回答"
        rows={8}
        maxLength={limits.OfficeFaq.answer.maxLength}
      />
      <TextField
        label="表示順"
        size="short"
        inputMode="numeric"
        help="小さいものから並びます。新しい質問で空のときは、最後に並びます。"
        error={errors.sort?.message}
        {...form.register("sort", {
          pattern: { value: /^\d{0,4}$/, message: "表示順は0から9999までの半角数字で入力してください。" },
        })}
      />
      <Checkbox label="公開する" help="外すと、どこにも表示されません。" {...form.register("isPublic")} />
    </DeedDialog>
  );
}

export default officePage(FaqScreen);
