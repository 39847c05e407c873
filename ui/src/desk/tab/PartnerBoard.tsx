import { Badge } from "@/kit/Badge";
import { Link } from "@/kit/Link";
import { formatDate } from "@/lib/dates";
import { duty } from "@/negotiation/duty";
import type { Masters } from "../masters";
import type { Partner } from "../types";
import styles from "./Board.module.css";
import { columnsOf, traits } from "./partners";

/** The negotiations in columns by status. A card opens its negotiation, where its status can be changed. */
export function PartnerBoard({
  partners,
  href,
  masters,
}: {
  partners: readonly Partner[];
  href: (buyerNegotiationId: string) => string;
  masters: Masters;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide board scrolls, and must do so by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="段階ごとの交渉先">
      <h2 className="visually-hidden">段階ごとの交渉先</h2>
      <div className={styles.board}>
        {columnsOf(partners, masters.codes.negotiationStatus ?? []).map((column) => (
          <section
            key={column.code}
            className={styles.column}
            aria-label={`${column.label} ${column.partners.length}件`}
          >
            <h3 className={styles.head}>
              {column.label}
              <span className={styles.count}>{column.partners.length}</span>
            </h3>
            {column.partners.length === 0 && <p className={styles.none}>ありません</p>}
            <ul className={styles.cards}>
              {column.partners.map((partner) => (
                <li key={partner.buyerNegotiationId} className={styles.card}>
                  <p className={styles.name}>
                    <Link href={href(partner.buyerNegotiationId)}>{partner.displayName}</Link>
                    <Badge count={partner.unreadCount} label="未読" />
                  </p>
                  <p className={styles.traits}>{traits(partner.buyer, masters)}</p>
                  {partner.buyerFinancialName && <p>{partner.buyerFinancialName}</p>}
                  {duty(partner) && <p className={styles.duty}>{duty(partner)}</p>}
                  {partner.nextAction?.date && <p>次回対応 {formatDate(partner.nextAction.date)}</p>}
                  {partner.offerSendStatus > 0 && <p>オファー：{partner.offerSendStatusLabel}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
