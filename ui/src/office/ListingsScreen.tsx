import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, codesOf, useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { office, type Schemas } from "./client";
import { DeedDialog } from "./deed";
import { InstitutionSelect } from "./InstitutionSelect";
import { OfficeList, optionsOf, State } from "./list";
import { officePage } from "./page";
import { WordSearch } from "./WordSearch";

type Row = Schemas["OfficeListingRow"];
const DEFAULTS = { word: "", status: "", financialId: "", pageNumber: 1 };
const KINDS = ["waiting", "done", "done", "quiet", "waiting", "quiet", "quiet"] as const;
/** Above it a status is computed and cannot be asked for. */
const LAST_STORED = 4;

/** /office/listings: metadata of sale listings and their published titles, and stopping one. */
function ListingsScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const [stopping, setStopping] = useState<Row | null>(null);
  const [reopening, setReopening] = useState<Row | null>(null);
  const query = useQuery({
    queryKey: ["office", "listings", state],
    queryFn: async () => {
      const { listingList, allCount } = await call(
        office.GET("/api/Office/GetSellerBusinessList", {
          params: { query: { ...state, status: state.status as "" | "0" | "1" | "2" | "3" | "4" } },
        }),
      );
      return { rows: listingList, allCount };
    },
    placeholderData: keepPreviousData,
  });
  const filtered = state.word || state.status || state.financialId;
  return (
    <>
      <Heading level={1}>売却案件</Heading>
      <p>公開された匿名の案件名と、状態だけを表示しています。企業名や詳細は、事務局には開示されません。</p>
      <WordSearch label="公開された案件名" word={state.word} onSearch={(word) => set({ word })}>
        <Select
          label="状態"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(codesOf(codes, "listingStatus").filter((c) => c.code <= LAST_STORED))}
          value={state.status}
          onChange={(event) => set({ status: event.target.value })}
        />
        <InstitutionSelect
          label="担当の金融機関"
          badge={false}
          size="short"
          empty="すべて"
          value={state.financialId}
          onChange={(financialId) => set({ financialId })}
        />
      </WordSearch>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="売却案件"
        rowKey={(row) => row.sellerBusinessId}
        columns={[
          { key: "name", header: "案件名", primary: true, cell: (row) => row.businessName || "（公開前）" },
          { key: "number", header: "案件番号", nowrap: true, cell: (row) => row.caseNumber },
          { key: "of", header: "担当の金融機関", cell: (row) => row.financialName },
          {
            key: "status",
            header: "状態",
            cell: (row) => (
              <>
                <State kind={KINDS[row.status] ?? "quiet"}>
                  {codeLabel(codes, "listingStatus", row.status)}
                </State>
                {row.isSuspended && "（受付停止中）"}
              </>
            ),
          },
          { key: "due", header: "公開期限", nowrap: true, cell: (row) => formatDate(row.dueDate) },
        ]}
        actions={(row) => (
          <>
            {row.canStop && (
              <Button onClick={() => setStopping(row)}>
                無効にする<span className="visually-hidden">：{row.businessName || row.caseNumber}</span>
              </Button>
            )}
            {row.canReopen && (
              <Button onClick={() => setReopening(row)}>
                成約を取り消す<span className="visually-hidden">：{row.businessName || row.caseNumber}</span>
              </Button>
            )}
          </>
        )}
        empty={
          <EmptyState
            title={filtered ? "条件に合う案件はありません" : "売却案件はまだありません"}
            action={filtered ? <Button onClick={() => set(DEFAULTS)}>条件を外す</Button> : undefined}
          >
            {filtered
              ? "案件名は、公開されたものだけが検索されます。"
              : "金融機関が登録すると、ここに並びます。"}
          </EmptyState>
        }
      />
      {stopping && <StopDialog row={stopping} onClose={() => setStopping(null)} />}
      {reopening && <ReopenDialog row={reopening} onClose={() => setReopening(null)} />}
    </>
  );
}

function StopDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm({ defaultValues: { comment: "" } });
  return (
    <DeedDialog
      title="案件を無効にする"
      label="無効にする"
      danger
      consequence={
        <p>
          「{row.businessName || row.caseNumber}」（{row.financialName}
          ）は、すぐに検索と画面から消えます。進行中の交渉は「売却中止」で終了し、関係する金融機関と買手に知らされます。元に戻せるのは担当の金融機関だけで、終了した交渉は戻りません。
        </p>
      }
      form={form}
      fields={["comment"]}
      send={({ comment }) =>
        call(
          office.POST("/api/Office/StopSellerBusiness", {
            body: { sellerBusinessId: row.sellerBusinessId, version: row.version, comment },
          }),
        )
      }
      done="案件を無効にしました。"
      failed="案件を無効にできませんでした。"
      onClose={onClose}
    >
      <Reason form={form} />
    </DeedDialog>
  );
}

function ReopenDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm({ defaultValues: { comment: "" } });
  return (
    <DeedDialog
      title="成約を取り消す"
      label="成約を取り消す"
      danger
      consequence={
        <p>
          「{row.businessName || row.caseNumber}」（{row.financialName}
          ）は、すぐに公開中へ戻り、成約した交渉は条件交渉へ戻ります。関係する金融機関と買手に知らされます。成約のときに「募集終了」で終了した他の交渉と、取り下げられたオファーは戻りません。
        </p>
      }
      form={form}
      fields={["comment"]}
      send={({ comment }) =>
        call(
          office.POST("/api/Office/ReopenSellerBusiness", {
            body: { sellerBusinessId: row.sellerBusinessId, version: row.version, comment },
          }),
        )
      }
      done="成約を取り消しました。"
      failed="成約を取り消せませんでした。"
      onClose={onClose}
    >
      <Reason form={form} />
    </DeedDialog>
  );
}

function Reason({ form }: { form: UseFormReturn<{ comment: string }> }) {
  return (
    <TextArea
      label="理由"
      required
      maxLength={1000}
      help="担当の金融機関に表示されます。企業名や個人名は書かないでください。"
      error={form.formState.errors.comment?.message}
      {...form.register("comment")}
    />
  );
}

export default officePage(ListingsScreen);
