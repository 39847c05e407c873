import type { components } from "@/api/schema.gen";

export type WordGroup = components["schemas"]["WordGroup"];

/** The words of a list as somebody types it: separated by 、 or on lines. */
export function wordsOf(list: string): string[] {
  return list
    .split(/[、，,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
