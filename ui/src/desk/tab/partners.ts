import { bandShort } from "@/lib/bands";
import { industryNames, type Masters, prefectureName } from "../masters";
import type { Partner } from "../types";

/** The data that distinguishes anonymous buyers: industry, place, size, as far as known. */
export function traits(
  buyer:
    | {
        industryType?: readonly string[];
        location?: { prefecturecode?: string };
        salesAmount?: number;
      }
    | undefined,
  { classes, regions, items }: Pick<Masters, "classes" | "regions" | "items">,
): string {
  return traitList(buyer, { classes, regions, items }).join("・");
}

/** The same one by one: a band of amounts is not broken between two lines. */
export function traitList(
  buyer: Parameters<typeof traits>[0],
  { classes, regions, items }: Pick<Masters, "classes" | "regions" | "items">,
): string[] {
  if (!buyer) return [];
  return [
    industryNames(classes, buyer.industryType ?? [])[0] ?? "",
    prefectureName(regions, buyer.location?.prefecturecode ?? ""),
    buyer.salesAmount ? bandShort(items.annualSales.items, buyer.salesAmount) : "",
  ].filter(Boolean);
}

/** The columns of the board: partners by status, in the order of the steps, ended ones last. */
export function columnsOf(
  partners: readonly Partner[],
  statuses: readonly { code: number; label: string }[],
): { code: number; label: string; partners: Partner[] }[] {
  return statuses.map(({ code, label }) => ({
    code,
    label,
    partners: partners.filter((partner) => partner.status === code),
  }));
}
