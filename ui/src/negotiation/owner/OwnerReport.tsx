import type { components } from "@/api/schema.gen";
import { reportClasses } from "@/duty/words";
import styles from "@/kit/MailedPage.module.css";
import { formatDate } from "@/lib/dates";

type OwnerPage = components["schemas"]["OwnerPage"];

/**
 * What stands beside the buyer's name: who looked into the buyer, when, into what, and what it came to, or openly that there is no
 * report (compliance.md 2).
 */
export function OwnerReport({ page }: { page: OwnerPage }) {
  const { report, bankLine, isReplaced } = page.buyerReport;
  return (
    <div>
      <dt>買手候補を調べた結果</dt>
      <dd>
        {report ? (
          <>
            <strong>{report.resultLabel}</strong>
            <p>
              {formatDate(report.performedOn)}に、{report.lookedBy}が調べました。
            </p>
            <ul className={styles.bullets}>
              {reportClasses(report.itemList).map(({ label, items }) => (
                <li key={label}>
                  {label}：{items}
                </li>
              ))}
            </ul>
            {report.line && <p>調べた金融機関から：{report.line}</p>}
          </>
        ) : (
          <>
            <strong>報告なし</strong>
            <p>買手側の金融機関が調べた結果で、お見せできるものはありません。</p>
          </>
        )}
        {bankLine && (
          <p>
            {page.financialName}から：{bankLine}
          </p>
        )}
        {isReplaced && (
          <p>
            <strong>
              この報告のあとに、新しい報告が届いています。お答えの前に、{page.financialName}
              の担当者へお電話ください。
            </strong>
          </p>
        )}
      </dd>
    </div>
  );
}
