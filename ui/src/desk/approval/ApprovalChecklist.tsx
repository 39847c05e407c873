import { TriangleAlert } from "lucide-react";
import { Checkbox } from "@/kit/Checkbox";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formAddress } from "../addresses";
import styles from "../Desk.module.css";
import { JustificationField } from "../form/Anonymity";
import { stepOf } from "../form/fields";
import type { Overview } from "../types";
import type { ApprovalChecks } from "./useApprovalChecks";

/** The missing fields and the hits to justify, shown in the dialogs that request an approval. */
export function ApprovalChecklist({
  listing,
  checks,
  errors,
}: {
  listing: Overview;
  checks: ApprovalChecks;
  /** The server's errors, by field `justifications.<key>`. */
  errors: Readonly<Record<string, string>>;
}) {
  if (checks.isChecking) return <Skeleton lines={2} />;
  return (
    <>
      {checks.missing.length > 0 && (
        <div className={styles.warning}>
          <p>
            <strong>先に入力が必要な項目があります。</strong>
          </p>
          <ul className={styles.bullets}>
            {checks.missing.map(({ name, message }) => (
              <li key={name + message}>
                <Link href={formAddress(listing.sellerBusinessId, listing.companyId ?? "", stepOf(name))}>
                  {message}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {checks.hits.length > 0 && (
        <fieldset className={styles.hits}>
          <legend>匿名化チェックの指摘（{checks.hits.length}件）</legend>
          <p>買手の全員が読む文章です。編集画面で直すか、残してよい理由を書いてください。</p>
          {checks.hits.map((hit) => (
            <div key={hit.key} className={styles.hit}>
              <p>
                <strong>「{hit.text}」</strong>（{hit.field === "businessName" ? "案件名" : "案件の説明"}）
                {hit.why}
                {hit.suggestion}
              </p>
              <JustificationField
                hit={hit}
                value={checks.written[hit.key] ?? hit.justification}
                error={errors[`justifications.${hit.key}`]}
                onChange={(line) => checks.write(hit.key, line)}
              />
            </div>
          ))}
        </fieldset>
      )}
      {checks.isUnchecked && (
        <p className={panel.note}>
          匿名化チェックの結果を取得できませんでした。依頼するときに、もう一度チェックします。
        </p>
      )}
      {isGuessable(checks) && (
        <section className={styles.exposure} role="alert" aria-labelledby="exposure-title">
          <h3 id="exposure-title">
            <TriangleAlert aria-hidden size={22} />
            企業が特定されるおそれがあります
          </h3>
          <p>{checks.coordinates?.proposal}</p>
          {checks.coordinates?.note && <p>{checks.coordinates.note}</p>}
          <p>
            公開されると、名前を伏せていても、読んだ人に企業を推測されることがあります。取り消しはできません。
          </p>
          <Checkbox
            label="売手と話し、推測されるおそれを承知のうえで、この内容のまま依頼します"
            checked={checks.isExposureAccepted}
            onChange={(event) => checks.acceptExposure(event.target.checked)}
          />
        </section>
      )}
    </>
  );
}

/** Whether industry, region and size fit so few companies that a reader can guess which one it is. */
function isGuessable({ coordinates }: Pick<ApprovalChecks, "coordinates">): boolean {
  return coordinates !== undefined && !coordinates.ok;
}

/** Why a request cannot be sent yet; undefined if it can. */
export function whyNot(
  checks: Pick<ApprovalChecks, "isChecking" | "missing" | "open" | "coordinates" | "isExposureAccepted">,
): string | undefined {
  if (checks.isChecking) return "内容を確認しています。";
  if (checks.missing.length > 0) return "入力が必要な項目があります。";
  if (checks.open.length > 0)
    return `匿名化チェックの指摘（${checks.open.length}件）に、理由を書いてください。`;
  if (isGuessable(checks) && !checks.isExposureAccepted)
    return "「企業が特定されるおそれ」を読み、確認の印を付けてください。";
  return undefined;
}
