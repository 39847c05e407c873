import type { Schemas } from "@/api/officeClient";

/** In which cases an item is meant, by its code. */
export const SCOPES: readonly string[] = ["すべての場合", "仲介のときだけ", "売手だけ"];

/** How a version is called among the versions of its kind. */
export function versionLabel({
  isSample,
  version,
}: Pick<Schemas["DutyText"], "isSample" | "version">): string {
  return isSample ? `見本（第${version}版）` : `第${version}版`;
}

/** What is left to be filled in of a version; "" for nothing. */
export function unfinishedWords(count: number): string {
  return count > 0 ? `【 】が残っている項目が${count}件あります。` : "";
}

/** The comparison that is shown first: the version before the one in force with it; the sample before the first. */
export function firstComparison({
  inForce,
  sample,
  versionList,
}: Pick<Schemas["TextKind"], "inForce" | "sample" | "versionList">): { from: string; to: string } {
  return { from: versionList[1]?.textId ?? sample.textId, to: inForce.textId };
}
