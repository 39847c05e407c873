import { DraftPanel } from "@/draft/DraftPanel";
import { InspectionPanel } from "@/issued/InspectionPanel";
import { IssuedPanel } from "@/issued/IssuedPanel";
import styles from "../Desk.module.css";

/** Of a listing there is one side, its own bank's. */
const SIDES = [{ recordKind: 2, label: "" }];

/** The papers of a listing (papers.md 2): what the program makes, and the drafts that the bank finishes. */
export function PapersTab({ sellerBusinessId }: { sellerBusinessId: string }) {
  return (
    <div className={styles.tab}>
      <IssuedPanel of={{ sellerBusinessId }} framed always />
      <DraftPanel of={{ sellerBusinessId }} framed />
      <InspectionPanel of={{ sellerBusinessId }} sides={SIDES} framed />
    </div>
  );
}
