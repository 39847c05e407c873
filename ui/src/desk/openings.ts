import { FIELDS, isAmount } from "./form/fields";

/** Labels of names in the allow-list that are no field of the form (domain.md 3.5). */
const OTHERS: Readonly<Record<string, string>> = {
  inChargeFinancialInstitutionName: "担当の金融機関の名前",
  documents: "企業概要書などの資料",
};

/**
 * The labels of the fields that are disclosed at a level, for a reader who does not know the form:
 * each once, all amounts as one. Ids and versions are omitted.
 *
 * @param fields JSON names of the allow-list, as the server lists them
 */
export function openingLabels(fields: readonly string[]): string[] {
  const out: string[] = [];
  for (const field of fields) {
    const label = labelOf(field);
    if (label && !out.includes(label)) out.push(label);
  }
  return out;
}

function labelOf(field: string): string {
  if (/^industryOtherText/.test(field)) return "業種の補足";
  if (field.endsWith("Band")) return "決算の数字（幅だけ）";
  if (isAmount(field)) return "決算の数字（正確な額）";
  return FIELDS.find((row) => row.disclosed?.[1] === field)?.label ?? OTHERS[field] ?? "";
}
