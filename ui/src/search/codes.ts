import { fromCategories, toCategories } from "@/kit/IndustryChooser";
import type { TwoLevelGroup } from "@/kit/TwoLevel";

/** Codes as the address carries them, large classes resolved into their small ones. */
export function smallClasses(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  return fromCategories({ category: codes, sub_category: codes }, classes);
}

/** The shortest form for the address: a large class chosen as a whole is one code. */
export function shortCodes(small: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  const { category, sub_category } = toCategories(small, classes);
  return [...category, ...sub_category];
}

/** What the calls take for industries: whole large classes, and small ones; undefined for none. */
export function categories(codes: readonly string[], classes: readonly TwoLevelGroup[]) {
  const chosen = toCategories(smallClasses(codes, classes), classes);
  return chosen.category.length + chosen.sub_category.length > 0 ? chosen : undefined;
}

interface Part {
  code: string;
  label: string;
  codes: string[];
}

/** What was chosen, in the order of the master: a group of several that is chosen whole is one part. */
export function wholeOrParts(chosen: ReadonlySet<string>, groups: readonly TwoLevelGroup[]): Part[] {
  return groups.flatMap((group): Part[] => {
    const picked = group.items.filter((item) => chosen.has(item.code));
    if (picked.length > 1 && picked.length === group.items.length)
      return [{ code: group.code, label: `${group.name}（すべて）`, codes: picked.map((item) => item.code) }];
    return picked.map((item) => ({ code: item.code, label: item.name, codes: [item.code] }));
  });
}
