import type { Names } from "@/search/names";
import { peopleText, priceText } from "./bands";
import { industryText, itemLabels, placeText } from "./names";
import styles from "./Summary.module.css";
import type { ListingOverview } from "./types";

/** The published anonymous figures at a glance (domain.md 3.5, L1). */
export function Summary({ listing, names }: { listing: ListingOverview; names: Names }) {
  return (
    <dl className={styles.summary}>
      {summaryOf(listing, names, placeText(listing, names)).map(({ term, value }) => (
        <div key={term} data-wide={term === "業種" || undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Names and values of the summary, all of them L1.
 * @param place how exactly the place is shown: on a sheet to be passed on, at L1 only
 */
export function summaryOf(listing: ListingOverview, { classes, items }: Names, place: string) {
  return [
    { term: "業種", value: industryText(listing.industryTypes, classes) || "―" },
    { term: "地域", value: place },
    { term: "売上高", value: itemLabels(items, "salesAmount", [listing.salesAmount]) || "―" },
    { term: "営業利益", value: itemLabels(items, "operatingProfit", [listing.operatingProfit]) || "―" },
    {
      term: "希望価格",
      value: priceText(items.acquisitionPrice.items, listing.salesPrice, listing.salesPriceTo),
    },
    { term: "従業員数", value: peopleText(listing.numberOfManagersFrom, listing.numberOfManagersTo) },
    { term: "譲渡の意思", value: itemLabels(items, "willingnessToSell", [listing.willingnessToSell]) || "―" },
  ];
}
