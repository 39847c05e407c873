import { type Names, nameOf, useNames } from "@/search/names";

/** The choices and their words, as the forms and pages of companies read them. */
export type Masters = Names;

/** All masters; undefined until they are there. */
export function useMasters(): Masters | undefined {
  return useNames().names;
}

/** Small classes under their large ones: 「製造業（金属加工業、鋳造業）」. */
export function industryText(masters: Masters, codes: readonly string[]): string {
  const chosen = new Set(codes);
  return masters.classes
    .flatMap((large) => {
      const picked = large.items.filter((small) => chosen.has(small.code));
      return picked.length > 0 ? [`${large.name}（${picked.map((small) => small.name).join("、")}）`] : [];
    })
    .join("、");
}

export function prefectureName(masters: Masters, code: string | undefined): string {
  return nameOf(masters.regions, code);
}

/** The label of a code of an enumeration; empty for 0, which is "not set". */
export function codeText(masters: Masters, name: string, code: number | undefined): string {
  if (!code) return "";
  return masters.enumerations.codes[name]?.find((c) => c.code === code)?.label ?? "";
}
