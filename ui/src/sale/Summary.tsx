import { bandShort, peopleText, priceText } from "@/lib/bands";
import { LABELS } from "./labels";
import { industryText, itemLabels, placeText, type SaleNames } from "./names";
import styles from "./Summary.module.css";
import type { ListingOverview } from "./types";

/** The published anonymous figures at a glance (domain.md 3.5, L1). */
export function Summary({ listing, names }: { listing: ListingOverview; names: SaleNames }) {
  return (
    <dl className={styles.summary}>
      {summaryOf(listing, names, placeText(listing, names)).map(({ term, value }) => (
        <div key={term} data-wide={term === LABELS.industryTypes || undefined}>
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
export function summaryOf(listing: ListingOverview, { classes, items }: SaleNames, place: string) {
  return [
    { term: LABELS.industryTypes, value: industryText(listing.industryTypes, classes) || "―" },
    { term: LABELS.formattedLocation, value: place },
    { term: LABELS.salesAmount, value: bandShort(items.salesAmount.items, listing.salesAmount) },
    { term: LABELS.operatingProfit, value: bandShort(items.operatingProfit.items, listing.operatingProfit) },
    {
      term: LABELS.salesPrice,
      value: priceText(items.acquisitionPrice.items, listing.salesPrice, listing.salesPriceTo),
    },
    {
      term: LABELS.numberOfManagers,
      value: peopleText(listing.numberOfManagersFrom, listing.numberOfManagersTo),
    },
    {
      term: LABELS.willingnessToSell,
      value: itemLabels(items, "willingnessToSell", [listing.willingnessToSell]) || "―",
    },
  ];
}
