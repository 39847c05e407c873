import { Building2 } from "lucide-react";
import { Band } from "@/kit/Band";
import { Link } from "@/kit/Link";
import { bandShort } from "@/lib/bands";
import { formatDate } from "@/lib/dates";
import { buyerTitle, industryShort, type Names, needsLine } from "@/search/names";
import { Facts, Result, ResultList } from "@/search/ResultList";
import { Score } from "@/search/Score";
import styles from "./CandidateRows.module.css";
import type { Selection } from "./selection";
import type { Candidate } from "./types";

/** States in which there is no offer to show. */
const NO_OFFER = 0;

/** Candidates with their score, its reasons, and the offers made to them. */
export function CandidateRows({
  rows,
  names,
  selection,
}: {
  rows: readonly Candidate[];
  names: Names;
  selection: Selection;
}) {
  return (
    <div className={styles.rows}>
      <ResultList label="候補の買手">
        {rows.map((row) => (
          <CandidateRow key={row.companyId} row={row} names={names} selection={selection} />
        ))}
      </ResultList>
    </div>
  );
}

function CandidateRow({ row, names, selection }: { row: Candidate; names: Names; selection: Selection }) {
  const title = row.isInCharge ? row.displayName : buyerTitle(names, row);
  const checked = selection.ids.has(row.companyId);
  const matched = row.needsList.find((needs) => needs.needsId === row.needsId);
  return (
    <Result
      title={<Link href={`/buyer-company/${row.companyId}`}>{title}</Link>}
      end={<OfferState row={row} />}
      selected={checked}
      tick={
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={`${title}を選ぶ`}
            checked={checked}
            onChange={(event) => selection.toggle(row.companyId, event.target.checked)}
          />
        </label>
      }
    >
      <Facts>
        {row.isInCharge && (
          <span className={styles.own}>
            <Building2 aria-hidden size={14} />
            担当企業
          </span>
        )}
        <span>{industryShort(names, row.industryType, 3) || "業種は未登録"}</span>
        <span>
          年間売上高{" "}
          <Band
            text={row.salesAmount ? bandShort(names.items.annualSales.items, row.salesAmount) : "未登録"}
          />
        </span>
      </Facts>
      {matched && (
        <p className={styles.needs}>
          <b>{matched.title}</b>
          <span>{needsLine(names, matched)}</span>
          {row.needsList.length > 1 && (
            <span>（ほか{row.needsList.length - 1}件のニーズより一致度が高い）</span>
          )}
        </p>
      )}
      {row.score === undefined ? (
        <p className={styles.unscored}>一致度：ニーズが登録されていないため、計算できません。</p>
      ) : (
        <Score
          score={row.score}
          band={row.scoreBand}
          reasons={row.reasons}
          isRecommended={row.score >= names.enumerations.limits.recommendedScore}
          name={title}
        />
      )}
    </Result>
  );
}

/** SF's own offer and the negotiation that followed, as far as SF may know. */
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
