import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ofMail } from "@/api/network";
import { mergersQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { OfficeList, State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { isLate, STATE_KINDS } from "./merger";
import { ProposeDialog } from "./ProposeDialog";

const DEFAULTS = { pageNumber: 1 };

/** /office/mergers: the mergers of member institutions, and the office's proposal of a new one. */
function MergersScreen() {
  const { state, href } = useUrlState(DEFAULTS);
  const [proposing, setProposing] = useState(false);
  const query = useQuery({
    ...mergersQuery({ pageNumber: state.pageNumber }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading
        level={1}
        actions={
          isADM.value && (
            <Button kind="primary" onClick={() => setProposing(true)}>
              合併を提案する
            </Button>
          )
        }
      >
        金融機関の合併
      </Heading>
      <p>
        二つの金融機関を一つにします。事務局が提案し、双方の管理者が確認すると、それから24時間以上たった、合併日以降の夜間に、企業・案件・交渉・資料などの記録と利用者が、引き継ぐ金融機関に移ります。直前にバックアップを作って確かめます。
        <strong>合併は取り消せません。</strong>
      </p>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="金融機関の合併"
        rowKey={(row) => row.mergerId}
        columns={[
          {
            key: "what",
            header: "なくなる金融機関 → 引き継ぐ金融機関",
            primary: true,
            atLeast: "16em",
            cell: (row) => (
              <Link href={`/office/mergers/${row.mergerId}`}>
                {row.sides.map((side) => side.financialName).join(" → ")}
              </Link>
            ),
          },
          { key: "date", header: "合併日", nowrap: true, cell: (row) => <MergerDate merger={row} /> },
          {
            key: "state",
            header: "状態",
            nowrap: true,
            cell: (row) => <State kind={STATE_KINDS[row.state] ?? "quiet"}>{row.stateLabel}</State>,
          },
          {
            key: "sides",
            header: "確認",
            cell: (row) =>
              row.sides.map((side) => (
                <div key={side.side} className={styles.small}>
                  {side.financialName}：{side.isConfirmed ? "確認済み" : "確認待ち"}
                </div>
              )),
          },
        ]}
        actions={(row) =>
          row.sides.some((side) => side.canConfirm) && (
            <Link href={`/office/mergers/${row.mergerId}`} button="primary">
              内容を見て確認する
              <span className="visually-hidden">：{row.sides.map((s) => s.financialName).join("と")}</span>
            </Link>
          )
        }
        empty={
          <EmptyState title="金融機関の合併は、まだありません">
            {isADM.value
              ? "合併の届出があったら、ここから提案します。双方の管理者が確認するまで、何も変わりません。"
              : ofMail(
                  "事務局が提案すると、ここに表示され、メールで知らせます。",
                  "事務局が提案すると、ここに表示されます。",
                )}
          </EmptyState>
        }
      />
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </>
  );
}

/** The date of a merger, and the later one on which it is done where its confirmations came late. */
function MergerDate({ merger }: { merger: Schemas["OfficeMerger"] }) {
  return (
    <>
      {formatDate(merger.date)}
      {isLate(merger) && <div className={styles.small}>早くて{formatDate(merger.planned)}</div>}
    </>
  );
}

export default officePage(MergersScreen, { fad: true });
