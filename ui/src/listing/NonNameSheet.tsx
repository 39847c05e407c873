import { network } from "@/api/network";
import { Sheet, SheetPage } from "@/kit/Sheet";
import { dayInJapan, formatDate } from "@/lib/dates";
import { LABELS } from "@/sale/labels";
import { itemLabels } from "@/sale/names";
import { summaryOf } from "@/sale/Summary";
import type { ListingDetails, ListingOverview } from "@/sale/types";
import type { Names } from "@/search/names";
import { regionsText } from "@/search/regions";
import styles from "./NonNameSheet.module.css";
import { sheetSize } from "./sheetSize";
import { LEVEL } from "./types";

/**
 * The ノンネームシート for printing and passing on: L1 content only, whatever the reader's own level is
 * (domain.md 3.5).
 * @param listing the published content, never what the bank in charge is editing
 */
export function NonNameSheet({
  listing,
  details,
  names,
}: {
  listing: ListingOverview;
  details: ListingDetails | null;
  names: Names;
}) {
  const { items } = names;
  return (
    <Sheet>
      <SheetPage
        title="ノンネームシート"
        networkName={network.value.networkName}
        logo={network.value.logo}
        caseNumber={caseNumber(listing.sellerBusinessId)}
        date={formatDate(dayInJapan(new Date()))}
        page={1}
        pages={1}
      >
        <h2 className={styles.title}>ノンネームシート</h2>
        <p className={styles.name}>{listing.businessName}</p>
        <table className={styles.table}>
          <tbody>
            {[
              ...summaryOf(listing, names, publishedPlace(listing, names)),
              { term: LABELS.salesAsset, value: itemLabels(items, "salesAsset", listing.salesAsset) },
              {
                term: LABELS.negotiationTarget,
                value: itemLabels(items, "negotiationTarget", listing.negotiationTarget),
              },
              {
                term: LABELS.assignmentReason,
                value: itemLabels(items, "mAndAReason", details?.assignmentReason ?? []),
              },
              { term: LABELS.dueDate, value: formatDate(listing.dueDate) },
            ].map(({ term, value }) => (
              <tr key={term}>
                <th scope="row">{term}</th>
                <td>{value || "―"}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h3 className={styles.head}>{LABELS.description}</h3>
        <p className={styles.text} style={{ fontSize: `${sheetSize(listing.description)}pt` }}>
          {listing.description}
        </p>
        <p className={styles.foot}>
          この資料は匿名の概要です。企業の特定につながる詮索や、関係者への問い合わせはお控えください。
          内容の正確性・完全性を保証するものではありません。詳しい情報は、秘密保持契約の承諾と所定の手続きの後に開示されます。
        </p>
      </SheetPage>
    </Sheet>
  );
}

/**
 * The place as everybody may read it: at L2 and above, and for the bank in charge, the answer
 * contains more.
 */
export function publishedPlace(listing: ListingOverview, names: Pick<Names, "items" | "regions">): string {
  if (listing.level <= LEVEL.negotiating && listing.formattedLocation) return listing.formattedLocation;
  const { items, regions } = names;
  if (listing.level === LEVEL.inCharge && listing.isPrefecturePublic) {
    const prefecture = regions
      .flatMap((region) => region.items)
      .find(({ code }) => code === listing.location?.prefecturecode);
    if (prefecture) return prefecture.name;
  }
  return regionsText(items, listing.publicRegion) || "―";
}

/** The number by which mails refer to the listing: letters and digits without meaning. */
export function caseNumber(id: string): string {
  return `L-${id.slice(-8)}`;
}
