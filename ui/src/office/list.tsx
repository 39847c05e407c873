import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Ban, CircleAlert, CircleCheck, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { officeCodesQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DataList, type DataListProps } from "@/kit/DataList";
import { Pagination } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import styles from "./office.module.css";

/** One page of a list of rows, with its loading, error and empty states. */
export function OfficeList<Row>({
  query,
  page,
  href,
  ...list
}: Omit<DataListProps<Row>, "rows" | "stale"> & {
  query: UseQueryResult<{ rows: readonly Row[]; allCount: number }>;
  page: number;
  href: (page: number) => string;
}) {
  if (query.isPending) return <Skeleton rows={6} />;
  if (query.isError)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(query.error, "一覧を読み込めませんでした。")}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  return (
    <>
      <DataList {...list} rows={query.data.rows} stale={query.isPlaceholderData} />
      {query.data.allCount > 0 && <Pagination page={page} allCount={query.data.allCount} href={href} />}
    </>
  );
}

const STATES = { done: CircleCheck, waiting: Hourglass, bad: CircleAlert, quiet: Ban } as const;

/** A state as text with an icon and a colour. */
export function State({ kind, children }: { kind: keyof typeof STATES; children: ReactNode }) {
  const Icon = STATES[kind];
  return (
    <span className={styles.state} data-kind={kind}>
      <Icon aria-hidden size={16} />
      {children}
    </span>
  );
}

/** The codes used only by the console; undefined until they have loaded. */
export function useOfficeCodes(): Schemas["OfficeCodes"] | undefined {
  return useQuery(officeCodesQuery).data;
}

export function officeLabel(
  codes: readonly Schemas["OfficeCode"][] | undefined,
  code: string | number,
): string {
  return codes?.find((c) => c.code === String(code))?.label ?? "";
}

/** The codes as options of a select. */
export function optionsOf(codes: readonly { code: string | number; label: string }[] | undefined) {
  return (codes ?? []).map(({ code, label }) => ({ value: code, label }));
}
