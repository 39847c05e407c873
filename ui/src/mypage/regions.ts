import type { components } from "@/api/schema.gen";

type RegionFigure = components["schemas"]["RegionFigure"];

/** A region's block on the map: column, row, width and height in squares. */
interface RegionBlock {
  x: number;
  y: number;
  w: number;
  h: number;
  /** The region's name, broken into lines that fit the block. */
  name: readonly string[];
}

/** A schematic map of Japan: a block per region, by the region's key (1 北海道 … 10 九州・沖縄). */
export const REGION_BLOCKS: Readonly<Record<number, RegionBlock>> = {
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

/** A region's shade, from 0 for no listings to 4 for the highest count. */
export function shadeOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((count / max) * 4));
}

/** The address of the search for the public listings of a region, given by its prefectures' codes. */
export function regionHref(prefectures: readonly string[]): string {
  const query = new URLSearchParams({ isPublic: "true" });
  for (const code of prefectures) query.append("location", code);
  return `/seller-business?${query}`;
}

/** 「東京都 3件、神奈川県 2件」: the counts of listings that publish their prefecture. */
export function prefectureText({ prefectureList }: Pick<RegionFigure, "prefectureList">): string {
  return prefectureList.map(({ name, count }) => `${name} ${count}件`).join("、");
}
