import { useQuery } from "@tanstack/react-query";
import { companyOverviewQuery } from "@/api/company";
import { formatDate, formatRemaining } from "@/lib/dates";
import { isBankUser } from "@/session/session";
import styles from "./TrialNotice.module.css";

/**
 * The note on every screen of a trial company: the end of the trial, and what to do until then
 * (domain.md 6). After the end its users cannot sign in.
 */
export function TrialNotice() {
  const { data } = useQuery({
    ...companyOverviewQuery("buyer", ""),
    enabled: !isBankUser.value,
    staleTime: 60_000,
  });
  if (isBankUser.value || !data?.isTrial) return null;
  return (
    <aside className={styles.notice} aria-label="お試しのご案内">
      <p>
        <b>
          お試し中です（{formatDate(data.trialEnd)}まで、{formatRemaining(data.trialEnd)}）。
        </b>
        案件の匿名の内容をご覧になれます。興味の登録や交渉には、本登録が必要です。
        期間が終わるとログインできなくなりますので、それまでにお取引の金融機関の担当者へご連絡ください。
      </p>
    </aside>
  );
}
