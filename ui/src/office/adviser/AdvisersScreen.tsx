import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { advisersQuery } from "@/api/office";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { formatDate, formatTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { AdviserDialog, type AdviserRow } from "./AdviserDialog";

/** /office/advisers: for an institution's administrator, what its users say of themselves when they explain (compliance.md 3). */
function AdvisersScreen() {
  return (
    <>
      <Heading level={1}>担当者の資格</Heading>
      {isADM.value ? (
        <EmptyState title="金融機関の管理者の画面です">
          担当者の資格は、それぞれの金融機関が登録します。事務局には表示されません。
        </EmptyState>
      ) : (
        <Advisers />
      )}
    </>
  );
}

function Advisers() {
  const [open, setOpen] = useState<AdviserRow | null>(null);
  const query = useQuery(advisersQuery);
  return (
    <>
      <p>
        重要事項説明で、お客さまに伝える内容です。確認事項の「口頭で説明した人」で名前を選ぶと、ここの内容が入ります。自機関だけの情報で、ほかの金融機関や事務局には表示されません。本人は「会員情報管理」の「担当とメール」で読めます。
      </p>
      <OfficeList
        query={query}
        page={1}
        href={() => ""}
        caption="担当者の資格"
        rowKey={(row) => row.userId}
        rowName={(row) => row.userName}
        columns={[
          {
            key: "name",
            header: "利用者",
            primary: true,
            cell: (row) => (
              <>
                {row.userName}
                {!row.isEnabled && <State kind="quiet">利用停止</State>}
              </>
            ),
          },
          {
            key: "qualification",
            header: "資格",
            cell: (row) => row.qualification || <State kind="waiting">未登録</State>,
          },
          { key: "number", header: "登録番号", cell: (row) => row.registrationNumber },
          { key: "years", header: "経験年数", nowrap: true, cell: (row) => row.yearsLabel },
          {
            key: "deals",
            header: "成約件数",
            nowrap: true,
            cell: (row) => (row.dealCount === null ? "" : `${row.dealCount.toLocaleString("ja-JP")}件`),
          },
          {
            key: "training",
            header: "最後の研修",
            cell: (row) =>
              row.training && `${row.training}${row.trainedOn && `（${formatDate(row.trainedOn)}）`}`,
          },
          {
            key: "edited",
            header: "登録",
            nowrap: true,
            cell: (row) =>
              row.version > 0 && (
                <>
                  第{row.version}版　{row.editorName}
                  <br />
                  {formatTime(row.created)}
                </>
              ),
          },
        ]}
        actions={(row) => (
          <Button onClick={() => setOpen(row)}>
            {row.version > 0 ? "変更・前の版" : "登録する"}
            <span className="visually-hidden">：{row.userName}</span>
          </Button>
        )}
        empty={
          <EmptyState title="利用者はまだいません">
            「利用者」の画面で担当者を登録すると、ここに並びます。
          </EmptyState>
        }
      />
      {open && (
        <AdviserDialog
          row={query.data?.rows.find(({ userId }) => userId === open.userId) ?? open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

export default officePage(AdvisersScreen, { fad: true });
