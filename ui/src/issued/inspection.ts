import { ApiError, failureMessage } from "@/api/errors";
import { downloadInspectionFile, type IssuedOf } from "@/api/issued";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { FAILED_OWN } from "@/messages";

/** The sides of a negotiation of which its reader's bank can make a file; two where it is on both. */
export function inspectedSides(side: string): { recordKind: number; label: string }[] {
  const buyers = { recordKind: 3, label: "" };
  const sellers = { recordKind: 4, label: "" };
  if (side === "both")
    return [
      { ...buyers, label: "買手側" },
      { ...sellers, label: "売手側" },
    ];
  if (side === "bf") return [buyers];
  return side === "sf" ? [sellers] : [];
}

/** Makes the file of a side and saves it. */
export async function makeInspectionFile(of: IssuedOf, recordKind: number): Promise<void> {
  try {
    await downloadInspectionFile(of, recordKind);
    await rereadAfter("issued");
    notify.success("検査用ファイルを保存しました。お客さまの名前が載っています。取扱いにご注意ください。");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What cannot be written names itself at the side: a character that the font lacks.
    const named = error.errors.find(({ field }) => field === "recordKind")?.detail;
    notify.error(
      named ? `${FAILED_OWN.inspectionMake}${named}` : failureMessage(FAILED_OWN.inspectionMake, error),
    );
  }
}
