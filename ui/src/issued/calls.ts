import { api, call, download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import type { IssuedOf, IssuedOffer, IssuedPaper } from "@/api/issued";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { randomKey } from "@/lib/randomKey";
import { FAILED_OWN } from "@/messages";

/** Makes a paper, or finds the one that was made of the same data. True where it is a new one. */
export async function issuePaper(
  of: IssuedOf,
  { kind, kindLabel, recordKind }: IssuedOffer,
  known: readonly IssuedPaper[],
): Promise<void> {
  try {
    const made = await call(
      api.POST("/api/IssuedPaper/IssuePaper", { body: { ...of, kind, recordKind, requestKey: randomKey() } }),
    );
    await rereadAfter("issued");
    notify.success(
      known.some(({ issuedPaperId }) => issuedPaperId === made.issuedPaperId)
        ? `内容が変わっていないため、作成済みの「${kindLabel}」（${made.number}）をお使いください。`
        : `「${kindLabel}」（${made.number}）を作成しました。`,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What cannot be written names itself at the kind: a character that the font lacks.
    const named = error.errors.find(({ field }) => field === "kind")?.detail;
    notify.error(named ? `${FAILED_OWN.issuedMake}${named}` : failureMessage(FAILED_OWN.issuedMake, error));
  }
}

/** Saves a paper, byte for byte as it was made. */
export async function downloadIssued({ issuedPaperId, kindLabel, number }: IssuedPaper): Promise<void> {
  try {
    await download("/api/IssuedPaper/DownloadIssuedPaper", `${kindLabel}_${number}.pdf`, {
      query: { issuedPaperId },
    });
    await rereadAfter("issued");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.issuedDownload, error));
  }
}
