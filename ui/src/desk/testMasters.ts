import { emptyValues, exactName, FISCAL, type ListingValues } from "./form/values";
import type { Masters } from "./masters";
import type { Item } from "./types";

/*
 * For tests only: the server's item lists, reduced to those that a listing's screens use.
 */
const item = (key: number, label: string, min?: number, max?: number) => ({ key, label, min, max });
const list = (...items: (ReturnType<typeof item> & Partial<Item>)[]) => ({
  title: "",
  unit: "百万円",
  items,
});

export const testMasters = {
  items: {
    salesAmount: list(
      item(1, "5,000万円未満", 0, 50),
      item(3, "1億円以上3億円未満", 100, 300),
      item(4, "3億円以上5億円未満", 300, 500),
      item(9, "100億円以上", 10_000),
    ),
    operatingProfit: list(
      item(1, "営業赤字", undefined, 0),
      item(2, "0円以上1,000万円未満", 0, 10),
      item(8, "5億円以上", 500),
    ),
    annualSales: list(item(3, "1億円以上3億円未満", 100, 300)),
    peoples: list(item(1, "5人以下", 0, 5), item(2, "6～10人", 6, 10), item(7, "301人以上", 301)),
    acquisitionPrice: list(
      item(3, "5,000万円", 50, 50),
      item(4, "1億円", 100, 100),
      item(5, "3億円", 300, 300),
      item(8, "上限なし"),
    ),
    salesPriceTo: list(
      item(4, "1億円以下", undefined, 100),
      item(5, "3億円以下", undefined, 300),
      item(8, "上限なし"),
      item(9, "応相談"),
    ),
    willingnessToSell: list(item(3, "譲渡検討中")),
    negotiationTarget: list(item(1, "株式譲渡（全株式）"), item(3, "事業譲渡（全部）")),
    salesAsset: list(item(1, "株式（会社全体）"), { ...item(99, "その他"), isFreeText: true }),
    region: list(item(2, "東北"), item(3, "関東"), item(99, "全国・地域を問わない")),
    mAndAReason: list(
      { ...item(11, "後継者不在"), side: "sell" as const },
      { ...item(31, "事業規模の拡大"), side: "buy" as const },
    ),
    financialType: list(item(2, "地方銀行")),
  },
  classes: [
    {
      code: "13",
      name: "製造業",
      kana: "",
      items: [
        { code: "13003", name: "金属加工", words: "", hasFreeText: false },
        { code: "13004", name: "その他の金属", words: "", hasFreeText: true },
      ],
    },
  ],
  regions: [
    { key: 2, code: "02", name: "東北", kana: "", items: [{ code: "04", name: "宮城県", kana: "" }] },
    { key: 3, code: "03", name: "関東", kana: "", items: [{ code: "14", name: "神奈川県", kana: "" }] },
  ],
  limits: { listingMonths: 6, listingMonthsMax: 12, maxAmount: 100_000_000_000 },
  codes: {},
} as unknown as Masters;

export const testNames = {
  institution: (id: string) => `機関${id}`,
  city: (code: string) => code && `市${code}`,
};

/** A listing complete enough for an approval request. */
export function completeValues(changes: Partial<ListingValues> = {}): ListingValues {
  return {
    ...emptyValues("c1"),
    sellerBusinessId: "l1",
    version: 3,
    businessName: "東北の金属加工会社",
    description: "金属の部品を作る会社です。",
    industryTypes: ["13003"],
    publicRegion: ["2"],
    prefectureCode: "04",
    cityCode: "04101",
    salesAmount: "4",
    operatingProfit: "2",
    salesPrice: "4",
    salesPriceTo: "5",
    managers: "6-10",
    willingnessToSell: "3",
    negotiationTarget: ["1"],
    salesAsset: ["1"],
    companyName: "甲乙金属株式会社",
    representativeName: "甲乙 太郎",
    address: "宮城県仙台市青葉区1-1",
    fiscalYear: 2025,
    ...Object.fromEntries(
      FISCAL.map((name) => [exactName(name), name === "amountOfSales" ? 320_000 : 5_000]),
    ),
    services: "部品",
    assignmentReason: ["11"],
    dueDate: "2027-03-31",
    ...changes,
  };
}
