import { useQuery } from "@tanstack/react-query";
import { nameReadersQuery } from "@/api/ledger";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import type { NameReader } from "../types";

/** Who learned the name of a seller's company, and when, listing by listing (domain.md 3.5). */
export function NameReadersPanel({ companyId }: { companyId: string }) {
  const query = useQuery(nameReadersQuery(companyId));
  if (query.isPending) return <Skeleton rows={4} />;
  if (!query.data)
    return (
      <EmptyState
        title="名前を知った相手を取得できませんでした"
        action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
      >
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const listings = query.data.listingList;
  return (
    <div className={panel.stack}>
      <p>
        この会社の名前を、だれが、いつ知ったかを、案件ごとに示します。名前を読める内容（実名承認後）の閲覧が対象です。匿名の閲覧は含みません。同じ人が同じ内容を30分のうちに読み直しても、閲覧は1回と数えます。
      </p>
      {listings.length === 0 && (
        <EmptyState title="この売手の案件はまだありません">
          案件の交渉が実名に進むと、ここに相手が並びます。
        </EmptyState>
      )}
      {listings.map((listing) => (
        <section key={listing.sellerBusinessId} className={panel.stack}>
          <Heading level={2}>{`${listing.caseNumber}　${listing.businessName}`}</Heading>
          <DataList
            caption={`${listing.caseNumber}の名前を知った相手`}
            rows={listing.readerList}
            rowKey={(row) =>
              `${row.reader} ${row.buyerNumber ?? ""} ${row.institutionName} ${row.readerName}`
            }
            empty={
              <EmptyState title="まだ、名前を知った相手はいません">
                実名交渉が承認されると、相手の買手企業と金融機関がここに並びます。
              </EmptyState>
            }
            columns={[
              {
                key: "reader",
                header: "だれが",
                primary: true,
                atLeast: "11em",
                cell: (row) => nameOf(row),
                under: sideOf,
              },
              { key: "bank", header: "金融機関", cell: (row) => row.institutionName || "―" },
              {
                key: "opened",
                header: "名前の開示",
                atLeast: "8em",
                cell: (row) => when(row.openedAt, row.openedLabel),
              },
              {
                key: "learned",
                header: "初めて知った",
                nowrap: true,
                cell: (row) => (row.learnedAt ? formatTime(row.learnedAt) : "まだ読んでいません"),
              },
              { key: "last", header: "最後に読んだ", nowrap: true, cell: (row) => formatTime(row.lastAt) },
              { key: "count", header: "閲覧", align: "end", cell: (row) => `${row.readingCount}回` },
            ]}
          />
          <Readings readers={listing.readerList} />
          <p>
            <Link href={`/seller-company-manage/seller-business/${listing.sellerBusinessId}?tab=ledger`}>
              この案件の開示台帳を開く
            </Link>
          </p>
        </section>
      ))}
    </div>
  );
}

/** The readings of each reader, line by line. */
function Readings({ readers }: { readers: readonly NameReader[] }) {
  const read = readers.filter(({ readingCount }) => readingCount > 0);
  if (read.length === 0) return null;
  return (
    <details>
      <summary>閲覧を一つずつ見る</summary>
      {read.map((row) => (
        <section
          key={`${row.reader} ${row.buyerNumber ?? ""} ${row.institutionName} ${row.readerName}`}
          className={panel.stack}
        >
          <Heading level={3}>{`${nameOf(row)}（${sideOf(row)}）`}</Heading>
          <DataList
            caption={`${nameOf(row)}の閲覧`}
            rows={row.readingList.map((reading, index) => ({ ...reading, index }))}
            rowKey={(reading) => `${reading.at} ${reading.index}`}
            columns={[
              {
                key: "at",
                header: "日時",
                primary: true,
                nowrap: true,
                cell: (reading) => formatTime(reading.at),
              },
              { key: "kind", header: "できごと", cell: (reading) => reading.kindLabel },
              { key: "subject", header: "内容", cell: (reading) => reading.subject || "―" },
              { key: "basis", header: "根拠", cell: (reading) => reading.basis || "―" },
            ]}
          />
        </section>
      ))}
    </details>
  );
}

/** On which side the reader is; a buyer's bank with its buyer. */
function sideOf({ reader, readerLabel, buyerName, buyerNumber }: NameReader): string {
  if (reader !== "bank") return readerLabel;
  return `${readerLabel}、${buyerName === "匿名" ? `${buyerName}（${buyerNumber}）` : buyerName}の担当`;
}

/** The reader's name; buyers who are still anonymous are told apart by their numbers. */
function nameOf({ readerName, reader, buyerNumber }: NameReader): string {
  return reader === "buyer" && readerName === "匿名" && buyerNumber
    ? `${readerName}（${buyerNumber}）`
    : readerName;
}

function when(at: string, how: string) {
  if (!at) return "―";
  return (
    <>
      {formatTime(at)}
      <br />
      {how}
    </>
  );
}
