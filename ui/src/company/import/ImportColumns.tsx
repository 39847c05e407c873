import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { importColumnsQuery, importQuery } from "@/api/import";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { EmptyState } from "@/kit/EmptyState";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormSection } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useNavigate } from "@/lib/location";
import styles from "../company.module.css";
import type { Kind } from "../kinds";
import { type ColumnChoice, type Columns, isByAddress, isSplit, missingOf, UNITS } from "./columnChoice";
import { type Import, importPath, mapImport } from "./imports";

/**
 * What the headings of a bank's own file mean: for each column of an import one of the file's. Begins with what was read or
 * is likely; the institution's next files are read by what is chosen here (domain.md 9).
 */
export function ImportColumns({ kind, one, onDiscard }: { kind: Kind; one: Import; onDiscard: () => void }) {
  const columns = useQuery({ ...importColumnsQuery(one.importId), ...pageFetch }).data;
  if (!columns) return <Skeleton rows={8} />;
  if (columns.headerList.length === 0)
    return (
      <EmptyState title="ファイルが残っていないため、見出しの対応を決められません">
        もう一度、ファイルを選んで読み込んでください。
      </EmptyState>
    );
  return <ColumnsForm kind={kind} one={one} columns={columns} onDiscard={onDiscard} />;
}

function ColumnsForm({
  kind,
  one,
  columns,
  onDiscard,
}: {
  kind: Kind;
  one: Import;
  columns: Columns;
  onDiscard: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<ColumnChoice[]>(() =>
    columns.columnList.map(({ column, number, unit }) => ({ column, number, unit })),
  );
  const [isRemembered, setRemembered] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<string>();
  const errors = attempt > 0 ? missingOf(columns, choice) : [];
  const change = (column: string, next: Partial<ColumnChoice>) => {
    setRefused(undefined);
    setChoice((all) => all.map((c) => (c.column === column ? { ...c, ...next } : c)));
  };
  const read = async () => {
    setAttempt((n) => n + 1);
    if (missingOf(columns, choice).length > 0) return;
    try {
      const next = await mapImport(one.importId, choice, isRemembered);
      client.setQueryData(importQuery(one.importId).queryKey, next);
      navigate(`${importPath(kind)}?importId=${one.importId}`, { replace: true });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setRefused(failure.errors.find((e) => e.field === "columnList")?.detail);
      notify.error(failureMessage(kind.failed.import, failure));
    }
  };
  const field = (column: string) => {
    const at = columns.columnList.find((c) => c.column === column);
    const chosen = choice.find((c) => c.column === column);
    if (!at || !chosen || isSplit(choice, column)) return null;
    const file = columns.headerList.find((h) => h.number === chosen.number);
    const error = errors.find((e) => e.name === column)?.message;
    return (
      <div key={column} className={styles.mapped}>
        <Select
          id={column}
          label={column}
          required={at.isNeeded && !isByAddress(choice, column)}
          help={HELP[column]}
          value={chosen.number}
          error={error}
          options={[
            { value: 0, label: at.isNeeded && !isByAddress(choice, column) ? "選んでください" : "使わない" },
            ...columns.headerList.map((h) => ({
              value: h.number,
              label: `${h.header || "（見出しなし）"}（${h.number}列目）`,
            })),
          ]}
          onChange={(event) => change(column, { number: Number(event.target.value) })}
        />
        {file && (
          <p className={panel.note}>
            {file.sampleList.length > 0
              ? `はじめの値：${file.sampleList.join(" ／ ")}`
              : "はじめの3行は空です。"}
          </p>
        )}
        {at.isAmount && chosen.number > 0 && (
          <Select
            id={`${column}の単位`}
            label={`${column.replace("（千円）", "")}の単位`}
            required
            size="short"
            value={chosen.unit}
            error={errors.find((e) => e.name === `${column}の単位`)?.message}
            empty="選んでください"
            options={UNITS.map((unit) => ({ value: unit, label: unit }))}
            onChange={(event) => change(column, { unit: event.target.value })}
          />
        )}
      </div>
    );
  };
  const isNeeded = (column: string) =>
    column === "住所" || columns.columnList.some((c) => c.column === column && c.isNeeded);
  const names = columns.columnList.map((c) => c.column);
  const unused = columns.headerList.filter((h) => h.header && !choice.some((c) => c.number === h.number));
  return (
    <section className={panel.panel} aria-label="見出しの対応">
      <Heading>ファイルの見出しが、どの項目にあたるかを選んでください</Heading>
      <p>
        「{columns.fileName}」の{columns.headerRow}
        行目を見出しとみました。あてはまりそうな見出しは、あらかじめ選んであります。「はじめの値」を見て確かめてください。同じ見出しを2つの項目に使えます（例：代表者が担当者を兼ねるとき）。
      </p>
      <ErrorSummary
        errors={refused ? [...errors, { name: "", message: refused }] : errors}
        attempt={attempt}
        title="選んでいない項目があります"
      />
      <Form onSubmit={read} label="見出しの対応">
        <FormSection title="必要な項目">
          <div className={styles.mapping}>{names.filter(isNeeded).map(field)}</div>
        </FormSection>
        <FormSection title="あれば読み込む項目">
          <div className={styles.mapping}>{names.filter((name) => !isNeeded(name)).map(field)}</div>
        </FormSection>
        {unused.length > 0 && (
          <p className={panel.note}>読み込まない列：{unused.map((h) => h.header).join("、")}</p>
        )}
        <Checkbox
          label="この対応を覚える"
          help="同じ見出しのファイルは、次からこの画面なしで読み込めます。同じ金融機関の方の読み込みにも使います。"
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
        <div className={styles.actions}>
          <Button kind="primary" type="submit">
            この対応で読み込んで確認する
          </Button>
          <Button onClick={onDiscard}>読み込みをやめる</Button>
        </div>
      </Form>
    </section>
  );
}

const HELP: Record<string, string> = {
  住所: "都道府県から番地までが1つの列にあるとき。住所の一覧と照らして分けます。1つに決められない行は、エラーでお知らせします。",
  業種コード: "業種の名前の列でもかまいません。一覧の名前と違う行は、エラーでお知らせします。",
};
