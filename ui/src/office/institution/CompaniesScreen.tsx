import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { officeCompaniesQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { TextArea } from "@/kit/TextArea";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { DeedDialog } from "../deed";
import { OfficeList } from "../list";
import { officePage } from "../page";
import { toldText } from "../told";
import { WordSearch } from "../WordSearch";
import { InstitutionSelect } from "./InstitutionSelect";

type Row = Schemas["OfficeCompanyRow"];
const DEFAULTS = { word: "", pageNumber: 1 };

/**
 * /office/companies: finds a company's institution by the company ID or customer number, which the
 * institution tells the office.
 */
function CompaniesScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const [changingInstitution, setChangingInstitution] = useState<Row | null>(null);
  const [changingStatus, setChangingStatus] = useState<Row | null>(null);
  const query = useQuery({
    ...officeCompaniesQuery(state),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading level={1}>企業の担当と状態</Heading>
      <p>
        金融機関の合併や、お客さまの移管のときに、企業の担当を別の金融機関へ変更します。誤って登録された企業を、無効にすることもできます。
        {
          "企業名や内容は、事務局には開示されません。担当の金融機関に、企業ID（企業の画面のアドレスの末尾）か顧客番号を確認して、照会してください。"
        }
      </p>
      <WordSearch label="企業IDまたは顧客番号" word={state.word} onSearch={(word) => set({ word })} />
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="照会した企業"
        rowKey={(row) => row.companyId}
        columns={[
          { key: "id", header: "企業ID", primary: true, cell: (row) => row.companyId },
          {
            key: "type",
            header: "区分",
            nowrap: true,
            cell: (row) => codeLabel(codes, "clientType", row.companyType),
          },
          { key: "number", header: "顧客番号", cell: (row) => row.registrationId || "―" },
          { key: "of", header: "担当の金融機関", cell: (row) => row.financialName },
          {
            key: "status",
            header: "状態",
            cell: (row) => codeLabel(codes, "companyStatus", row.status),
          },
          {
            key: "counts",
            header: "案件・進行中の交渉",
            cell: (row) => `${row.listingCount}件・${row.negotiationCount}件`,
          },
          { key: "created", header: "登録日", nowrap: true, cell: (row) => formatDate(row.created) },
        ]}
        actions={(row) => (
          <>
            <Button onClick={() => setChangingInstitution(row)}>
              担当を変更する<span className="visually-hidden">：{row.companyId}</span>
            </Button>
            {(row.canDisable || row.canEnable) && (
              <Button onClick={() => setChangingStatus(row)}>
                {row.canDisable ? "無効にする" : "有効に戻す"}
                <span className="visually-hidden">：{row.companyId}</span>
              </Button>
            )}
          </>
        )}
        empty={
          <EmptyState
            title={state.word ? "一致する企業はありません" : "企業を照会してください"}
            action={state.word ? <Button onClick={() => set(DEFAULTS)}>入力し直す</Button> : undefined}
          >
            {state.word
              ? "企業IDと顧客番号は、全体が一致するものだけが見つかります。"
              : "企業IDまたは顧客番号を入力すると、ここに表示されます。"}
          </EmptyState>
        }
      />
      {changingInstitution && (
        <InstitutionDialog row={changingInstitution} onClose={() => setChangingInstitution(null)} />
      )}
      {changingStatus && <StatusDialog row={changingStatus} onClose={() => setChangingStatus(null)} />}
    </>
  );
}

function InstitutionDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm({ defaultValues: { financialId: "", comment: "" } });
  return (
    <DeedDialog
      title="担当の金融機関を変更する"
      label="担当を変更する"
      danger
      wide
      consequence={
        <p>
          この企業と、その売却案件・ニーズ・交渉・メッセージは、すぐに新しい担当の金融機関へ移り、
          {row.financialName}
          からは見えなくなります。オーナーや売手の回答を待っているリンクと、確認前の書面は無効になります。
          {row.financialName}
          の覚書、顧客番号、担当者、資金支援の検討内容、ロングリストは引き継がれません。
          {toldText("両方の金融機関")}
        </p>
      }
      form={form}
      fields={["financialId", "comment"]}
      send={({ financialId, comment }) =>
        call(
          office.PUT("/api/Office/ChangeInChargeFinancialInstitution", {
            body: { companyId: row.companyId, version: row.version, financialId, comment },
          }),
        )
      }
      done="担当の金融機関を変更しました。"
      failed="担当の金融機関を変更できませんでした。"
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="financialId"
        render={({ field }) => (
          <InstitutionSelect
            runningOnly
            {...field}
            label="新しい担当の金融機関"
            required
            except={row.financialId}
            help="名称・カナ・金融機関コードの一部を入力して選びます。"
            error={form.formState.errors.financialId?.message}
          />
        )}
      />
      <TextArea
        label="理由"
        required
        maxLength={limits.OfficeCharge.comment.maxLength}
        help="新しい担当の金融機関に表示されます。企業名や個人名は書かないでください。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment")}
      />
    </DeedDialog>
  );
}

/** Disables a company, or enables it again (domain.md 6). */
function StatusDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const verb = row.canDisable ? "無効にする" : "有効に戻す";
  return (
    <DeedDialog
      title={`企業を${verb}`}
      label={verb}
      danger
      consequence={
        <p>
          {!row.canDisable
            ? "この企業は、ふたたび検索に出て、案件や交渉に使えるようになります。買手の利用者は、あらためてログインできます。終了した交渉は戻りません。"
            : row.companyType === 1
              ? `この買手は、ほかの金融機関の検索から消え、利用者はすぐに操作もログインもできなくなります。${
                  row.negotiationCount > 0
                    ? `進行中の交渉（${row.negotiationCount}件）はすべて終了し、開示した資料も閉じます。`
                    : ""
                }「興味あり」は取り消され、確認待ちのオファーは見送りになります。`
              : "この売手は、登録の案内も使えなくなります。進行中の案件がある売手は、無効にできません。"}
          {toldText(row.financialName)}
        </p>
      }
      form={form}
      fields={["reason"]}
      send={({ reason }) =>
        call(
          office.PUT("/api/Office/ChangeCompanyStatus", {
            body: {
              companyId: row.companyId,
              version: row.version,
              event: row.canDisable ? "disable" : "enable",
              reason,
            },
          }),
        )
      }
      done={row.canDisable ? "企業を無効にしました。" : "企業を有効に戻しました。"}
      failed="企業の状態を変更できませんでした。"
      onClose={onClose}
    >
      <TextArea
        label="理由"
        required
        maxLength={limits.OfficeCompanyStatus.reason.maxLength}
        help="担当の金融機関の監査ログに表示されます。企業名や個人名は書かないでください。"
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}

export default officePage(CompaniesScreen);
