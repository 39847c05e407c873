import { DraftPanel } from "@/draft/DraftPanel";
import { IssuedPanel } from "@/issued/IssuedPanel";
import styles from "../Desk.module.css";

/** The papers of a listing (papers.md 2): what the program makes, and the drafts that the bank finishes. */
export function PapersTab({ sellerBusinessId }: { sellerBusinessId: string }) {
  return (
    <div className={styles.tab}>
      <IssuedPanel of={{ sellerBusinessId }} framed always />
      <DraftPanel of={{ sellerBusinessId }} framed />
    </div>
  );
}
