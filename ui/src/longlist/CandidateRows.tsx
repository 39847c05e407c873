import { Building2, Star } from "lucide-react";
import { Link } from "@/kit/Link";
import { formatDate } from "@/lib/dates";
import styles from "./CandidateRows.module.css";
import { candidateTitle, industryText, itemText, type Names, needsText } from "./names";
import type { Selection } from "./selection";
import type { Candidate } from "./types";

/** Offer states that say nothing of an offer. */
const NO_OFFER = 0;

/** Candidates with their score, its reasons, and what was offered to them already. */
export function CandidateRows({
  rows,
  names,
  selection,
  stale,
}: {
  rows: readonly Candidate[];
  names: Names;
  selection: Selection;
  /** New rows are on their way; the old ones stay readable. */
  stale: boolean;
}) {
  return (
    <ul
      className={styles.rows}
      aria-label="候補の買手"
      data-stale={stale || undefined}
      aria-busy={stale || undefined}
    >
      {rows.map((row) => (
        <CandidateRow key={row.companyId} row={row} names={names} selection={selection} />
      ))}
    </ul>
  );
}

function CandidateRow({ row, names, selection }: { row: Candidate; names: Names; selection: Selection }) {
  const title = candidateTitle(names, row);
  const checked = selection.ids.has(row.companyId);
  const matched = row.needsList.find((needs) => needs.needsId === row.needsId);
  return (
    <li className={styles.row} data-selected={checked || undefined}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`${title}を選ぶ`}
          checked={checked}
          onChange={(event) => selection.toggle(row.companyId, event.target.checked)}
        />
      </label>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <Link href={`/buyer-company/${row.companyId}`}>{title}</Link>
          </h3>
          <OfferState row={row} />
        </div>
        <p className={styles.about}>
          {row.isInCharge && (
            <span className={styles.own}>
              <Building2 aria-hidden size={14} />
              担当企業
            </span>
          )}
          <span>{industryText(names, row.industryType, 3) || "業種は未登録"}</span>
          <span>年間売上高 {itemText(names, "annualSales", [row.salesAmount]) || "未登録"}</span>
        </p>
        {matched && (
          <p className={styles.needs}>
            <b>{matched.title}</b>
            <span>{needsText(names, matched)}</span>
            {row.needsList.length > 1 && (
              <span>（ほか{row.needsList.length - 1}件のニーズより一致度が高い）</span>
            )}
          </p>
        )}
        <Score row={row} title={title} recommended={names.enumerations.limits.recommendedScore} />
      </div>
    </li>
  );
}

/** A score never stands without its reasons (domain.md 8): in short always, in full when opened. */
function Score({ row, title, recommended }: { row: Candidate; title: string; recommended: number }) {
  if (row.score === undefined)
    return <p className={styles.unscored}>一致度：ニーズが登録されていないため、計算できません。</p>;
  const good = row.reasons.filter(({ points, max }) => points * 2 > max).map(({ item }) => item);
  return (
    <details className={styles.score}>
      <summary>
        <span className={styles.points}>
          一致度<b>{row.score}</b>点
          {row.scoreBand && (
            <span className={styles.band}>
              {row.score >= recommended && <Star aria-hidden size={14} strokeWidth={2.25} />}
              {row.scoreBand}
            </span>
          )}
        </span>
        <span className={styles.good}>
          {good.length > 0 ? `${good.join("、")}が合う` : "合う条件が少ない"}
        </span>
        <span className={styles.more}>
          理由を見る<span className="visually-hidden">：{title}</span>
        </span>
      </summary>
      <ul className={styles.reasons}>
        {row.reasons.map(({ item, points, max, text }) => (
          <li key={item}>
            <span>{text}</span>
            <meter min={0} max={max} value={points} aria-hidden />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What SF knows of its offer and of the negotiation that followed; nothing else. */
function OfferState({ row }: { row: Candidate }) {
  const started = row.negotiationStatus !== 0;
  if (!started && row.offerSendStatus === NO_OFFER) return null;
  return (
    <span className={styles.offer} data-open={!row.isOfferable || undefined}>
      {started ? row.negotiationLabel : `オファー：${row.offerSendStatusLabel}`}
      {!started && row.offeredAt && `（${formatDate(row.offeredAt)}）`}
    </span>
  );
}
