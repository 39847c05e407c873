import { DraftPanel } from "@/draft/DraftPanel";
import { InspectionPanel } from "@/issued/InspectionPanel";
import { IssuedPanel } from "@/issued/IssuedPanel";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import styles from "../Desk.module.css";

/** Of a listing there is one side, its own bank's. */
const SIDES = [{ recordKind: 2, label: "" }];

/** The papers of a listing (papers.md 2): what the program makes, and the drafts that the bank finishes. */
export function PapersTab({ sellerBusinessId }: { sellerBusinessId: string }) {
  return (
    <div className={styles.tab}>
      <section className={panel.near} aria-label="企業概要書">
        <Heading level={2}>企業概要書</Heading>
        <p className={panel.note}>
          章、三期の業績、画像を画面で書き、買手の段階ごとの見え方を確かめて、PDF・Wordにし、資料として渡します。渡すまで、見られるのは自機関の担当者だけです。
        </p>
        <p>
          <Link
            button="secondary"
            href={`/seller-company-manage/seller-business/${sellerBusinessId}/memorandum`}
          >
            企業概要書を開く
          </Link>
        </p>
      </section>
      <IssuedPanel of={{ sellerBusinessId }} framed always />
      <DraftPanel of={{ sellerBusinessId }} framed />
      <InspectionPanel of={{ sellerBusinessId }} sides={SIDES} framed />
    </div>
  );
}
