import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type FeeBand, feeExampleQuery } from "@/api/duty";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { useDebouncedWord } from "@/kit/debouncedWord";
import panel from "@/kit/Panel.module.css";
import { yenReading } from "@/lib/yen";
import { FAILED_OWN } from "@/messages";
import styles from "./Duty.module.css";

/** The amounts of the form, in 千円 as texts. */
interface Amounts {
  from: string;
  to: string;
}

/**
 * What a fee table comes to for a company, computed by the server as the record will keep it (compliance.md 2, fee). The amounts begin with
 * the band of the price that the company has in mind, where it is known; they may be typed over.
 */
export function FeeExample({
  companyId,
  table,
  from,
  to,
  onAmounts,
}: Amounts & {
  companyId: string;
  table: string;
  onAmounts: (amounts: Amounts) => void;
}) {
  const asked = { from: useDebouncedWord(from), to: useDebouncedWord(to) };
  const { data, error } = useQuery({
    ...feeExampleQuery({ companyId, table, ...asked }),
    placeholderData: keepPreviousData,
  });
  const first = data?.bandList[0];
  const isEmpty = from === "" && to === "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once for a table; what is emptied by hand stays empty.
  useEffect(() => {
    if (isEmpty && first) onAmounts(amountsOf(first));
  }, [table, first?.label]);
  return (
    <section className={styles.example} aria-label="計算例" aria-live="polite">
      <h3>計算例（記録に残ります）</h3>
      {error ? (
        <p className={panel.problem}>{failureMessage(FAILED_OWN.feeExample, error)}</p>
      ) : data ? (
        <>
          <p className={panel.note}>{bandNote(data)}</p>
          {data.bandList.length > 0 && (
            <p className={styles.bands}>
              {data.bandList.map((band) => (
                <Button key={band.label} kind="quiet" onClick={() => onAmounts(amountsOf(band))}>
                  {band.label}（{bandText(band)}）で計算する
                </Button>
              ))}
            </p>
          )}
          <p className={styles.value}>{isEmpty ? "" : data.example}</p>
          <details>
            <summary>手数料表の内容</summary>
            <p className={styles.value}>{data.terms}</p>
          </details>
        </>
      ) : (
        <p>計算しています。</p>
      )}
    </section>
  );
}

/** Whether the company's own band is known, and what to do where it is not. */
export function bandNote({
  isOfPrice,
  bandList,
}: {
  isOfPrice: boolean;
  bandList: readonly FeeBand[];
}): string {
  if (!isOfPrice)
    return "この手数料表は譲渡額を基準にしていないため、希望価格では計算できません。計算する額を入力してください。";
  if (bandList.length === 0)
    return "この企業の希望価格が、まだ登録されていません。計算する額を入力してください。";
  return "希望価格の帯の、下限と上限で計算しています。額は変えられます。";
}

/** A band in words: 「3,000万円から3億円」. */
export function bandText({ from, to }: Pick<FeeBand, "from" | "to">): string {
  if (from === null) return `${yenReading(to)}まで`;
  return to === null ? `${yenReading(from)}から` : `${yenReading(from)}から${yenReading(to)}`;
}

function amountsOf({ from, to }: FeeBand): Amounts {
  return { from: from === null ? "" : String(from), to: to === null ? "" : String(to) };
}
