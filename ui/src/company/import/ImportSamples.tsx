import { DataList } from "@/kit/DataList";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import type { Import } from "./imports";

/** The first new and changed rows, cell by cell. */
export function ImportSamples({ one }: { one: Import }) {
  const changes = one.changedList.flatMap((row) =>
    row.changeList.map((change) => ({
      ...change,
      companyName: row.companyName,
      key: `${row.row}.${change.column}`,
    })),
  );
  const isDone = one.state === "done";
  const changed = isDone ? "更新した内容" : "更新の内容";
  const added = isDone ? "新しく登録した企業" : "新しく登録する企業";
  return (
    <>
      {changes.length > 0 && (
        <section className={panel.panel} aria-label={changed}>
          <Heading>{changed}</Heading>
          {one.changedCount > one.changedList.length && (
            <p className={panel.note}>はじめの{one.changedList.length}社を表示しています。</p>
          )}
          <DataList
            caption={changed}
            rows={changes}
            rowKey={(row) => row.key}
            columns={[
              { key: "companyName", header: "企業名", primary: true, cell: (row) => row.companyName },
              { key: "column", header: "項目", cell: (row) => row.column },
              {
                key: "before",
                header: isDone ? "更新前" : "いまの内容",
                cell: (row) => row.before || "（空）",
              },
              { key: "after", header: "更新後", cell: (row) => row.after || "（空）" },
            ]}
          />
        </section>
      )}
      {one.newList.length > 0 && (
        <section className={panel.panel} aria-label={added}>
          <Heading>{added}</Heading>
          {one.newCount > one.newList.length && (
            <p className={panel.note}>はじめの{one.newList.length}社を表示しています。</p>
          )}
          <DataList
            caption={added}
            rows={one.newList}
            rowKey={(row) => String(row.row)}
            columns={[
              { key: "companyName", header: "企業名", primary: true, cell: (row) => row.companyName },
              { key: "row", header: "行", align: "end", cell: (row) => `${row.row}行目` },
            ]}
          />
        </section>
      )}
    </>
  );
}
