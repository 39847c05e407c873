import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { feeTablesQuery } from "@/api/office";
import { failureText, office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { DeedDialog } from "../deed";
import { State } from "../list";
import layout from "../office.module.css";
import { officePage } from "../page";
import styles from "./Adviser.module.css";
import { FeeTableDialog } from "./FeeTableDialog";
import type { FeeTable } from "./feeTable";

/** /office/fee-tables: for an institution's administrator, its fee tables (compliance.md 3). */
function FeeTablesScreen() {
  return (
    <>
      <Heading level={1}>手数料表</Heading>
      {isADM.value ? (
        <EmptyState title="金融機関の管理者の画面です">
          手数料表は、それぞれの金融機関が登録します。事務局には表示されません。
        </EmptyState>
      ) : (
        <FeeTables />
      )}
    </>
  );
}

type Open = { deed: "new" } | { deed: "edit" | "retire"; tableId: string };

function FeeTables() {
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, refetch } = useQuery(feeTablesQuery);
  if (error)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(error, "手数料表を読み込めませんでした。")}</p>
        <Button onClick={() => refetch()}>もう一度読み込む</Button>
      </div>
    );
  if (!data) return <Skeleton lines={8} />;
  const tables = data.feeTableList;
  const table = open && open.deed !== "new" ? tables.find((one) => one.tableId === open.tableId) : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <p>
        確認事項の「手数料」で、担当者が選ぶ表です。選ぶと、お客さまの企業の額での計算例が、記録に残ります。変更すると新しい版になり、記録したものは変わりません。自機関だけの情報で、ほかの金融機関や事務局には表示されません。
      </p>
      <p>
        <Button kind="primary" onClick={() => setOpen({ deed: "new" })}>
          手数料表を作る
        </Button>
      </p>
      {tables.length === 0 ? (
        <EmptyState title="手数料表はまだありません">
          登録するまで、担当者は「手数料表によらない」で、手数料を一つずつ入力します。
        </EmptyState>
      ) : (
        <div className={styles.tables}>
          {tables.map((one) => (
            <Table
              key={one.tableId}
              table={one}
              onEdit={() => setOpen({ deed: "edit", tableId: one.tableId })}
              onRetire={() => setOpen({ deed: "retire", tableId: one.tableId })}
            />
          ))}
        </div>
      )}
      {open?.deed === "new" && <FeeTableDialog maxSteps={data.maxStepCount} onClose={close} />}
      {open?.deed === "edit" && table && (
        <FeeTableDialog table={table} maxSteps={data.maxStepCount} onClose={close} />
      )}
      {open?.deed === "retire" && table && <RetireDialog table={table} onClose={close} />}
    </>
  );
}

function Table({ table, onEdit, onRetire }: { table: FeeTable; onEdit: () => void; onRetire: () => void }) {
  const id = `fee-${table.tableId}`;
  return (
    <section className={panel.near} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {table.label}
      </Heading>
      <p>
        {table.isRetired ? <State kind="quiet">使わない</State> : <State kind="done">使用中</State>}{" "}
        {table.editorName}（{formatTime(table.created)}）
      </p>
      <p className={styles.text}>{table.terms}</p>
      <details>
        <summary>計算例</summary>
        <div className={styles.examples}>
          {table.exampleList.map(({ amount, text }) => (
            <p key={amount} className={styles.text}>
              {text}
            </p>
          ))}
        </div>
      </details>
      {table.earlierList.length > 0 && (
        <details>
          <summary>前の版（{table.earlierList.length}件）</summary>
          {table.earlierList.map((one) => (
            <div key={one.version}>
              <p>
                <strong>{one.label}</strong>　{one.editorName}（{formatTime(one.created)}）
              </p>
              <p className={styles.text}>{one.terms}</p>
            </div>
          ))}
        </details>
      )}
      <div className={layout.actions}>
        <Button onClick={onEdit}>
          {table.isRetired ? "変更して、また使う" : "変更する"}
          <span className="visually-hidden">：{table.name}</span>
        </Button>
        {!table.isRetired && (
          <Button onClick={onRetire}>
            使わないことにする<span className="visually-hidden">：{table.name}</span>
          </Button>
        )}
      </div>
    </section>
  );
}

function RetireDialog({ table, onClose }: { table: FeeTable; onClose: () => void }) {
  const form = useForm();
  return (
    <DeedDialog
      title={`手数料表「${table.name}」を使わないことにする`}
      label="使わないことにする"
      danger
      consequence={
        <p>
          次の操作から、担当者はこの表を選べなくなります。開いている画面から記録しようとすると、選び直すように表示されます。この表で記録したものは、そのまま残ります。あとで、また使うこともできます。
        </p>
      }
      form={form}
      send={() =>
        call(
          office.POST("/api/Office/RetireFeeTable", {
            body: { tableId: table.tableId, version: table.version },
          }),
        )
      }
      done="手数料表を使わないことにしました。"
      failed="手数料表を変更できませんでした。"
      onClose={onClose}
    />
  );
}

export default officePage(FeeTablesScreen, { fad: true });
