import type { components } from "@/api/schema.gen";

type RegionFigure = components["schemas"]["RegionFigure"];

/** Where a region stands in the picture: column, row, width and height in squares. */
interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
  /** Its name in lines that fit. */
  name: readonly string[];
}

/** Japan in ten blocks, roughly where they lie, by the key of the region (1 北海道 … 10 九州・沖縄). */
export const PLACES: Readonly<Record<number, Place>> = {
  1: { x: 4, y: 0, w: 2, h: 1, name: ["北海道"] },
  2: { x: 4, y: 1, w: 2, h: 1, name: ["東北"] },
  3: { x: 4, y: 2, w: 2, h: 2, name: ["関東"] },
  4: { x: 3, y: 2, w: 1, h: 1, name: ["甲信越"] },
  5: { x: 2, y: 2, w: 1, h: 1, name: ["北陸"] },
  6: { x: 3, y: 3, w: 1, h: 1, name: ["東海"] },
  7: { x: 2, y: 3, w: 1, h: 1, name: ["近畿"] },
  8: { x: 1, y: 3, w: 1, h: 1, name: ["中国"] },
  9: { x: 1, y: 4, w: 2, h: 1, name: ["四国"] },
  10: { x: 0, y: 3, w: 1, h: 2, name: ["九州・", "沖縄"] },
};

/** How strongly a region is coloured, 0 for none to 4 for those with the most. */
export function shadeOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4));
}

/** The search that finds what the figure counts: the region's prefectures, being shown. */
export function regionHref(prefectures: readonly string[]): string {
  const query = new URLSearchParams({ isPublic: "true" });
  for (const code of prefectures) query.append("location", code);
  return `/seller-business?${query}`;
}

/** 「東京都 3件、神奈川県 2件」: those that publish their prefecture. */
export function prefectureText({ prefectureList }: Pick<RegionFigure, "prefectureList">): string {
  return prefectureList.map(({ name, count }) => `${name} ${count}件`).join("、");
}
