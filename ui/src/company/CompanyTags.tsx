import { Tags } from "@/kit/Tag";
import { formatDate } from "@/lib/dates";
import styles from "./company.module.css";
import type { CompanyOverview } from "./types";

/** A company's tags for its bank, and its trial, which has no tag in the specification's set. */
export function CompanyTags({ company }: { company: CompanyOverview }) {
  return (
    <span className={styles.tags}>
      <Tags names={company.tags.filter((tag) => tag !== "ChargeCompany")} />
      {company.isTrial && (
        <span className={styles.trial}>
          {company.isTrialOver
            ? "お試し終了"
            : company.trialEnd
              ? `お試し ${formatDate(company.trialEnd)}まで`
              : "お試し"}
        </span>
      )}
    </span>
  );
}
