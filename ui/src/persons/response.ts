import type { components } from "@/api/schema.gen";

export type Answering = components["schemas"]["Answering"];

const SPEEDS: Readonly<Record<number, string>> = {
  1: "通常は当日",
  2: "通常1～2営業日以内",
  3: "通常3～5営業日",
  4: "通常6営業日以上",
};

/** 「通常1～2営業日以内・約8割に返事（直近90日、土日を除く）」. A buyer's share is told to others in three steps. */
export function responseText({ party, speed, share }: Answering): string {
  const often =
    party !== "buyer"
      ? share === 10
        ? "ほぼすべてに返事"
        : `約${share}割に返事`
      : share > 0
        ? `${share}割以上に返事`
        : "返事は5割未満";
  return `${SPEEDS[speed] ?? ""}・${often}（直近90日、土日を除く）`;
}
