import { Tags } from "@/kit/Tag";
import { formatDate } from "@/lib/dates";
import styles from "./company.module.css";
import type { CompanyOverview } from "./types";

/** A company's tags for its bank, and its trial, which has no tag in the specification's set. */
export function CompanyTags({ of }: { of: CompanyOverview }) {
  return (
    <span className={styles.tags}>
      <Tags names={of.tags.filter((tag) => tag !== "ChargeCompany")} />
      {of.isTrial && (
        <span className={styles.trial}>
          {of.isTrialOver ? "お試し終了" : of.trialEnd ? `お試し ${formatDate(of.trialEnd)}まで` : "お試し"}
        </span>
      )}
    </span>
  );
}
