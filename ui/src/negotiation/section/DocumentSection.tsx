import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import type { Negotiation } from "../types";
import styles from "./Document.module.css";
import { DocumentList } from "./DocumentList";

/** 資料: to the buyer's side what is open to it, to the seller's institution the way to its own tab. */
export function DocumentSection({ negotiation: n }: { negotiation: Negotiation }) {
  return (
    <section className={styles.box} aria-label="資料">
      <Heading level={2}>資料</Heading>
      {n.side === "sf" ? (
        <p className={styles.none}>
          この買手への資料の開示は、
          <Link href={`/seller-company-manage/seller-business/${n.sellerBusinessId}?tab=documents`}>
            案件の「資料」
          </Link>
          で行います。実名交渉の承認後に開示できます。
        </p>
      ) : (
        <>
          <DocumentList sellerBusinessId={n.sellerBusinessId} buyerNegotiationId={n.buyerNegotiationId} />
          <p className={panel.note}>資料を開いた人と日時は、開示台帳に記録されます。</p>
        </>
      )}
    </section>
  );
}
