import { queryOptions, useQuery } from "@tanstack/react-query";
import { read } from "./read";
import type { components } from "./schema.gen";

/**
 * Codes with their labels, tags, limits and periods (domain.md, introduction): the screens have no
 * copies of them.
 */
export type Enumerations = components["schemas"]["Enumerations"];
/** All item lists with their headings and units (SPEC.md section 3, Master lists). */
export type ItemLists = components["schemas"]["ItemLists"];
type Code = components["schemas"]["Code"];

const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export const enumerationsQuery = queryOptions({
  ...read("master", "/api/Item/GetEnumerations", {}),
  // The office may change periods meanwhile.
  staleTime: 5 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

export const itemListsQuery = queryOptions({
  ...read("master", "/api/Item/GetItems", {}),
  ...forever,
});

/** Codes, tags and limits; undefined until they are loaded. */
export function useEnumerations(): Enumerations | undefined {
  return useQuery(enumerationsQuery).data;
}

/** All item lists; undefined until they are loaded. */
export function useItemLists(): ItemLists | undefined {
  return useQuery(itemListsQuery).data;
}

/** The codes of one enumeration, in the server's order. */
export function codesOf(all: Enumerations | undefined, name: string): readonly Code[] {
  return all?.codes[name] ?? [];
}

/** The label of a code; empty if it is unknown or not loaded. */
export function codeLabel(all: Enumerations | undefined, name: string, code: number | undefined): string {
  return codesOf(all, name).find((c) => c.code === code)?.label ?? "";
}

/** The label of an item key; empty for 0 and for unknown keys. */
export function itemLabel(
  all: ItemLists | undefined,
  list: keyof ItemLists,
  key: number | null | undefined,
): string {
  return all?.[list].items.find((item) => item.key === key)?.label ?? "";
}
