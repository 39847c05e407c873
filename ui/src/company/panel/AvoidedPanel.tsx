import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { avoidedQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatTime } from "@/lib/dates";
import styles from "../company.module.css";
import type { AvoidedCompany, AvoidedView } from "../types";
import { AvoidedDialog, RemoveAvoidedDialog } from "./AvoidedDialogs";

type Open = { deed: "add" } | { deed: "change" | "remove"; row: AvoidedCompany } | null;

/** Whom a seller's owner does not want to be approached: the list, what it does, and what the audience does (papers.md 2). */
export function AvoidedPanel({ companyId }: { companyId: string }) {
  const { data } = useQuery({ ...avoidedQuery(companyId), ...pageFetch });
  const [open, setOpen] = useState<Open>(null);
  if (!data) return <Skeleton rows={3} />;
  const close = () => setOpen(null);
  const add = (
    <Button
      part="acts"
      kind="primary"
      icon={<Plus aria-hidden size={18} />}
      disabledReason={
        data.avoidedList.length >= data.maxCount
          ? `登録できるのは${data.maxCount}件までです。要らなくなったものを外してから追加してください。`
          : undefined
      }
      onClick={() => setOpen({ deed: "add" })}
    >
      打診しない先を追加する
    </Button>
  );
  return (
    <div className={panel.stack}>
      <section className={panel.panel} aria-label="打診しない先">
        <Heading actions={data.avoidedList.length > 0 && add}>打診しない先</Heading>
        <p>
          オーナーが「ここには声をかけないでほしい」と言った会社です。この売手のすべての案件に効きます。見られるのは自機関の担当者だけで、買手やほかの金融機関には伝わりません。
        </p>
        <ul className={styles.bullets}>
          <li>自機関の買手：一致した買手は、候補（ロングリスト）に出なくなり、オファーも送れません。</li>
          <li>
            ほかの金融機関の買手：匿名なので、候補には残ります。実名交渉の申請で名前が分かったときに一致を調べ、一致すれば警告して、売手の名前が伝わらないように止めます。
          </li>
          <li>一致の調べ方：企業名（株式会社などを除く）が同じか、法人番号が同じとき。</li>
        </ul>
        <DataList
          caption="打診しない先"
          rows={data.avoidedList}
          rowKey={(row) => row.avoidedId}
          actions={(row) => (
            <>
              <Button part="acts" onClick={() => setOpen({ deed: "change", row })}>
                変更<span className="visually-hidden">：{row.companyName}</span>
              </Button>
              <Button part="acts" onClick={() => setOpen({ deed: "remove", row })}>
                外す<span className="visually-hidden">：{row.companyName}</span>
              </Button>
            </>
          )}
          columns={[
            {
              key: "companyName",
              header: "企業名",
              primary: true,
              atLeast: "11em",
              cell: (row) => row.companyName,
              under: (row) =>
                row.corporateRegistrationNumber && `法人番号 ${row.corporateRegistrationNumber}`,
            },
            {
              key: "buyers",
              header: "一致する自機関の買手",
              atLeast: "10em",
              cell: (row) => (row.buyerList.length > 0 ? <Buyers row={row} /> : "なし"),
            },
            { key: "note", header: "メモ", atLeast: "9em", cell: (row) => row.note || "―" },
            {
              key: "modified",
              header: "登録・変更",
              atLeast: "8em",
              cell: (row) => <ByWhom at={formatDate(row.modified)} userName={row.userName} />,
            },
          ]}
          empty={
            <EmptyState title="打診しない先は登録されていません" action={add}>
              取引先や競合など、オーナーが声をかけてほしくない会社を聞いたら、候補を探す前に登録してください。
            </EmptyState>
          }
        />
        <Removed rows={data.removedList} />
      </section>
      <Audiences rows={data.audienceList} />
      {open?.deed === "add" && <AvoidedDialog companyId={companyId} onClose={close} />}
      {open?.deed === "change" && <AvoidedDialog companyId={companyId} row={open.row} onClose={close} />}
      {open?.deed === "remove" && (
        <RemoveAvoidedDialog companyId={companyId} row={open.row} onClose={close} />
      )}
    </div>
  );
}

/** The bank's own buyers that a line means. */
function Buyers({ row }: { row: AvoidedCompany }) {
  return row.buyerList.map((buyer) => (
    <div key={buyer.companyId}>
      <Link href={`/buyer-company-manage/${buyer.companyId}`}>{buyer.companyName}</Link>
    </div>
  ));
}

/** When something was done, and by whom; by nobody where the institution in charge was another then. */
function ByWhom({ at, userName }: { at: string; userName: string }) {
  return (
    <>
      {at}
      {userName && <br />}
      {userName}
    </>
  );
}

/** What was taken off, and why. */
function Removed({ rows }: { rows: AvoidedView["removedList"] }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>外した先（{rows.length.toLocaleString("ja-JP")}件）</summary>
      <DataList
        caption="外した先"
        rows={rows}
        rowKey={(row) => row.avoidedId}
        columns={[
          {
            key: "companyName",
            header: "企業名",
            primary: true,
            atLeast: "11em",
            cell: (row) => row.companyName,
            under: (row) => row.corporateRegistrationNumber && `法人番号 ${row.corporateRegistrationNumber}`,
          },
          { key: "note", header: "メモ", atLeast: "9em", cell: (row) => row.note || "―" },
          { key: "reason", header: "外した理由", atLeast: "9em", cell: (row) => row.reason },
          {
            key: "removed",
            header: "外した日時",
            atLeast: "8em",
            cell: (row) => <ByWhom at={formatTime(row.removed)} userName={row.userName} />,
          },
        ]}
      />
    </details>
  );
}

/** The institutions that the audience of each listing keeps out. */
function Audiences({ rows }: { rows: AvoidedView["audienceList"] }) {
  return (
    <section className={panel.panel} aria-label="公開しない金融機関">
      <Heading>公開しない金融機関</Heading>
      <p>金融機関ごと外すときは、案件の公開範囲で決めます。その金融機関の買手にも公開されません。</p>
      {rows.length === 0 ? (
        <p className={panel.note}>公開中や準備中の案件はありません。</p>
      ) : (
        rows.map((row) => (
          <div key={row.sellerBusinessId} className={panel.stack}>
            <DescriptionList
              items={[
                { term: "案件", value: row.businessName || "（表題未入力）" },
                { term: "公開しない金融機関", value: keptOut(row) },
              ]}
            />
            <p>
              <Link href={`/seller-company-manage/seller-business/${row.sellerBusinessId}?tab=audience`}>
                公開範囲を確かめる・変える<span className="visually-hidden">：{row.businessName}</span>
              </Link>
            </p>
          </div>
        ))
      )}
    </section>
  );
}

function keptOut({ isLimited, financialNames }: AvoidedView["audienceList"][number]): string {
  if (isLimited) return "自機関のほかのすべて（自機関限定）";
  return financialNames.join("、") || "なし";
}
