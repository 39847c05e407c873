import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { inquiriesQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "./deed";
import { OfficeList, officeLabel, optionsOf, State, useOfficeCodes } from "./list";
import { OfficeListFile } from "./OfficeListFile";
import styles from "./office.module.css";
import { officePage } from "./page";
import { WordSearch } from "./WordSearch";

type Inquiry = Schemas["OfficeInquiry"];
const DEFAULTS = { word: "", status: "", pageNumber: 1 };

/** /office/inquiries: the inquiries sent to the office. */
function InquiriesScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const officeCodes = useOfficeCodes();
  const [open, setOpen] = useState<Inquiry | null>(null);
  const query = useQuery({
    ...inquiriesQuery({ ...state, status: state.status as "" | "0" | "1" }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="InquiryList"
            name="お問い合わせ"
            unit="件"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        お問い合わせ
      </Heading>
      <WordSearch label="受付番号" word={state.word} onSearch={(word) => set({ word })}>
        <Select
          label="状態"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(officeCodes?.inquiryStatus)}
          value={state.status}
          onChange={(event) => set({ status: event.target.value })}
        />
      </WordSearch>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="お問い合わせ"
        rowKey={(row) => row.inquiryId}
        columns={[
          {
            key: "name",
            header: "お名前",
            primary: true,
            cell: (row) => (
              <span>
                {row.name}
                {row.organisation && (
                  <>
                    <br />
                    <span className={styles.small}>{row.organisation}</span>
                  </>
                )}
              </span>
            ),
          },
          { key: "kind", header: "種類", cell: (row) => codeLabel(codes, "inquiryKind", row.kind) },
          { key: "number", header: "受付番号", nowrap: true, cell: (row) => row.caseNumber },
          { key: "created", header: "受付", nowrap: true, cell: (row) => formatTime(row.created) },
          {
            key: "status",
            header: "状態",
            cell: (row) => (
              <State kind={row.status === 1 ? "done" : "waiting"}>
                {officeLabel(officeCodes?.inquiryStatus, row.status)}
              </State>
            ),
          },
        ]}
        actions={(row) => (
          <Button onClick={() => setOpen(row)}>
            読む<span className="visually-hidden">：{row.name}のお問い合わせ</span>
          </Button>
        )}
        empty={
          <EmptyState
            title={
              state.word
                ? "この番号のお問い合わせはありません"
                : state.status
                  ? "この状態のお問い合わせはありません"
                  : "お問い合わせはまだありません"
            }
          >
            お問い合わせの画面から送られると、ここに並びます。
          </EmptyState>
        }
      />
      {open && <InquiryDialog inquiry={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function InquiryDialog({ inquiry, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const codes = useEnumerations();
  const form = useForm({ defaultValues: { note: inquiry.note } });
  const done = inquiry.status === 1;
  return (
    <DeedDialog
      title={`お問い合わせ ${inquiry.caseNumber}`}
      label={done ? "未対応に戻す" : "対応済みにする"}
      wide
      form={form}
      fields={["note"]}
      send={({ note }) =>
        call(
          office.POST("/api/Office/MarkInquiry", {
            body: {
              inquiryId: inquiry.inquiryId,
              expectedStatus: inquiry.status as 0 | 1,
              status: done ? 0 : 1,
              note,
            },
          }),
        )
      }
      done={done ? "未対応に戻しました。" : "対応済みにしました。"}
      failed="記録できませんでした。"
      onClose={onClose}
    >
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
          { term: "会員", value: inquiry.isMember ? "ログインした利用者" : "ログインしていない方" },
          { term: "受付", value: formatTime(inquiry.created) },
          { term: "お問い合わせ内容", value: <span className={styles.prose}>{inquiry.body}</span> },
        ]}
      />
      <TextArea
        label="覚え書き"
        help="事務局だけの記録です。回答は、メールか電話でお送りください。"
        maxLength={limits.OfficeInquiryMark.note.maxLength}
        error={form.formState.errors.note?.message}
        {...form.register("note")}
      />
    </DeedDialog>
  );
}

export default officePage(InquiriesScreen);
