import type { ReactNode } from "react";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { formatDate, formatRemaining } from "@/lib/dates";
import styles from "./longlist.module.css";
import { type Listing, ROUTES, SHOWING } from "./types";

/** The listing to which the candidates belong, with links to further pages. */
export function ListingPanel({ listing, children }: { listing: Listing; children?: ReactNode }) {
  return (
    <section className={styles.card} aria-label="売却案件">
      <h2>{listing.businessName || "（表題は未入力）"}</h2>
      <p className={panel.note}>
        {listing.statusLabel}
        {listing.status === SHOWING &&
          listing.dueDate &&
          `　公開期限 ${formatDate(listing.dueDate)}（${formatRemaining(listing.dueDate)}）`}
        {listing.isStopped && "　受付停止中（オファーは送れません）"}
      </p>
      <div className={styles.links}>
        <Link href={`/seller-company-manage/seller-business/${listing.sellerBusinessId}`}>案件の画面</Link>
        <Link href={`/seller-company-manage/${listing.companyId}?tab=avoided`}>オーナーの打診しない先</Link>
        <Link href={ROUTES.listings}>別の案件を選ぶ</Link>
        {children}
      </div>
    </section>
  );
}
