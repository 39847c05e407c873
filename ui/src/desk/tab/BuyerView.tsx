import { DocumentLock } from "@/negotiation/section/DocumentList";
import { DescriptionSection, ListingSections, PartLevel, Section } from "@/sale/DetailsSections";
import { Summary } from "@/sale/Summary";
import type { Masters } from "../masters";
import type { PublicView } from "../shown";
import styles from "./BuyerView.module.css";

/**
 * A listing as its audience sees it, drawn by the parts of the buyer's own screen: what is said of it
 * here cannot be anything else there.
 */
export function BuyerView({
  shown: { overview, details },
  masters,
  compact,
}: {
  shown: PublicView;
  masters: Masters;
  compact?: boolean;
}) {
  return (
    <article className={styles.card} data-compact={compact || undefined}>
      <h3 className={styles.title}>{overview.businessName || "（案件名は未入力です）"}</h3>
      <Summary listing={overview} names={masters} />
      <PartLevel value={3}>
        <DescriptionSection listing={overview} />
        <ListingSections listing={overview} details={details} names={masters} />
        <Section title="資料">
          <DocumentLock />
        </Section>
      </PartLevel>
    </article>
  );
}
