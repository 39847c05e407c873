import { type ItemLists, itemLabel } from "@/api/enumerations";
import type { components } from "@/api/schema.gen";
import { bandShort, bandText } from "@/lib/bands";
import { formatPostal } from "@/lib/kana";
import { yenReading } from "@/lib/yen";
import type { NegotiationBuyer } from "./types";

type Schemas = components["schemas"];

interface Masters {
  items?: ItemLists;
  industries?: readonly Schemas["IndustryClass"][];
  regions?: readonly Schemas["RegionPlaces"][];
}

interface BuyerText {
  overview: { term: string; value: string }[];
  needs: NonNullable<NegotiationBuyer["needsList"]>;
  details: { term: string; value: string; href?: string }[];
}

/** Names of industries by their small classes, in the order of the list. */
export function industryNames(codes: readonly string[] | undefined, classes: Masters["industries"]): string {
  const wanted = new Set(codes ?? []);
  return (classes ?? [])
    .flatMap((large) => large.items)
    .filter((small) => wanted.has(small.code))
    .map((small) => small.name)
    .join("、");
}

/** A place as far as it is disclosed: the prefecture, else the region. */
export function placeName(
  place: { region?: number; prefecturecode?: string } | undefined,
  regions: Masters["regions"],
): string {
  if (!place) return "";
  for (const region of regions ?? []) {
    const prefecture = region.items.find((p) => p.code === place.prefecturecode);
    if (prefecture) return prefecture.name;
  }
  return regions?.find((region) => region.key === place.region)?.name ?? "";
}

/**
 * What SF may read of a buyer, in words. Only what the server sent is included: amounts as bands
 * while the request waits, exact (千円) once the names are open (domain.md 3.5).
 */
export function describeBuyer(buyer: NegotiationBuyer, { items, industries, regions }: Masters): BuyerText {
  const overview = [
    { term: "業種", value: industryNames(buyer.industryType, industries) },
    { term: "所在地", value: placeName(buyer.location, regions) },
    { term: "年間売上高", value: bandShort(items?.annualSales.items, buyer.salesAmount) },
    { term: "M&Aの経験", value: itemLabel(items, "mAndAExperience", buyer.mAndAExperience) },
  ];
  const d = buyer.details;
  const details: BuyerText["details"] = [];
  if (d) {
    const add = (term: string, value: string | undefined, href?: string) => {
      if (value) details.push({ term, value, href });
    };
    const amount = (exact: number | undefined, band: string | undefined) =>
      exact === undefined ? band && bandText(band) : yenReading(exact);
    add("企業名", buyer.companyName);
    add("代表者名", d.representativeName);
    const address = [d.prefectureName, d.cityName, d.townName, d.buildingName].filter(Boolean).join("");
    add("所在地", [d.postalCode && `〒${formatPostal(d.postalCode)}`, address].filter(Boolean).join(" "));
    add("ホームページ", d.homePageUrl, /^https?:\/\//i.test(d.homePageUrl ?? "") ? d.homePageUrl : undefined);
    add("法人番号", d.corporateRegistrationNumber);
    add("資本金", amount(d.capitalAmount, d.capitalAmountBand));
    add("売上高", amount(d.salesAmount, d.salesAmountBand));
    add("営業利益", amount(d.operatingProfit, d.operatingProfitBand));
    add("総資産", amount(d.totalAssets, d.totalAssetsBand));
  }
  return { overview, needs: buyer.needsList ?? [], details };
}
