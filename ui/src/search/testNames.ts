import type { Names } from "./names";

const list = (items: object[]) => ({ title: "", unit: "", items });

/** A few choices of each list, for tests. */
export const NAMES = {
  classes: [
    { code: "12", name: "建設業", items: [{ code: "12005", name: "その他の建設業" }] },
    {
      code: "13",
      name: "製造業",
      items: [
        { code: "13001", name: "食料品" },
        { code: "13002", name: "金属加工" },
      ],
    },
  ],
  regions: [
    {
      code: "6",
      name: "東海",
      items: [
        { code: "22", name: "静岡県" },
        { code: "23", name: "愛知県" },
      ],
    },
  ],
  items: {
    salesAmount: list([{ key: 3, label: "1億円以上3億円未満", min: 100, max: 300 }]),
    annualSalesSearch: list([
      { key: 0, label: "指定なし", min: 0 },
      { key: 1, label: "5,000万円", min: 50, max: 50 },
      { key: 3, label: "3億円", min: 300, max: 300 },
    ]),
    acquisitionPrice: list([
      { key: 4, label: "1億円", min: 100, max: 100 },
      { key: 5, label: "3億円", min: 300, max: 300 },
      { key: 8, label: "上限なし" },
    ]),
    salesPriceTo: list([
      { key: 4, label: "1億円以下", max: 100 },
      { key: 5, label: "3億円以下", max: 300 },
      { key: 9, label: "応相談" },
    ]),
    peoples: list([
      { key: 3, label: "11～20人", min: 11, max: 20, filterValue: "11,20" },
      { key: 7, label: "301人以上", min: 301, filterValue: "301," },
    ]),
  },
  enumerations: {
    codes: {
      negotiationStatus: [{ code: 1, label: "匿名交渉中" }],
      searchType: [
        { code: 2, label: "オファー" },
        { code: 3, label: "資金支援あり" },
        { code: 4, label: "要対応" },
      ],
    },
    limits: { recommendedScore: 70, candidateScore: 50 },
  },
} as unknown as Names;
