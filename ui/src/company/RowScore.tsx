import panel from "@/kit/Panel.module.css";
import type { Names } from "@/search/names";
import { Score } from "@/search/Score";
import type { CompanyRow } from "./types";

/** How well the chosen listing fits a buyer, or why there is no score. */
export function RowScore({ row, title, names }: { row: CompanyRow; title: string; names: Names }) {
  if (row.score === undefined)
    return (
      <p className={panel.note}>
        一致度：{row.needsList?.length ? "この案件の候補ではありません。" : "ニーズが登録されていません。"}
      </p>
    );
  return (
    <Score
      score={row.score}
      band={row.scoreBand}
      reasons={row.reasons ?? []}
      isRecommended={row.score >= names.enumerations.limits.recommendedScore}
      name={title}
    />
  );
}
