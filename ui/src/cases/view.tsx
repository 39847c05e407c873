import { Columns3, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { Heading } from "@/kit/Heading";
import { Segments } from "@/kit/Segments";
import type { Names } from "@/search/names";
import { WithNames } from "@/search/Search";
import { TagLegend } from "@/search/TagLegend";
import styles from "./Cases.module.css";
import { PipelineButton } from "./PipelineButton";

/** The most negotiations that the board shows; with more, the user is asked to narrow the conditions. */
export const BOARD_LIMIT = 300;

const VIEWS = [
  { value: "table", label: "表", icon: <Table2 aria-hidden size={18} /> },
  { value: "board", label: "ボード", icon: <Columns3 aria-hidden size={18} /> },
] as const;

/** A list of negotiations of one side: its title, what is in it, and the list. */
export function CasesPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: (names: Names) => ReactNode;
}) {
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            <PipelineButton />
            <TagLegend isFIN />
          </>
        }
      >
        {title}
      </Heading>
      <p className={styles.lead}>{lead}案件名から、交渉の画面を開きます。</p>
      <WithNames>{children}</WithNames>
    </>
  );
}

/** What is above the list: whose negotiations, and how they are shown. */
export function ListHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

export function ViewChoice({ view, onChange }: { view: string; onChange: (view: string) => void }) {
  return (
    <Segments
      label="並べ方"
      value={view === "board" ? "board" : "table"}
      options={VIEWS}
      onChange={onChange}
    />
  );
}

/** Says that the board does not show all. */
export function BoardLimit({ allCount }: { allCount: number }) {
  if (allCount <= BOARD_LIMIT) return null;
  return (
    <p role="status" className={styles.many}>
      全{allCount.toLocaleString("ja-JP")}件のうち、動きの新しい{BOARD_LIMIT}
      件を表示しています。条件を絞り込んでください。
    </p>
  );
}
