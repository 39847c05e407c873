import { api, call, download, multipart } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import type { BodyOf } from "@/api/read";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { FAILED_OWN } from "@/messages";

/** Records that a duty was done. A correction is a new record too. */
export const recordDuty = (body: BodyOf<"/api/Duty/RecordDuty">) =>
  call(api.POST("/api/Duty/RecordDuty", { body }));

/** Confirms a duty as the second user. */
export const confirmDuty = (dutyId: string) => call(api.POST("/api/Duty/ConfirmDuty", { body: { dutyId } }));

/** Adds a paper to a duty that the user recorded. */
export const attachDutyFile = (dutyId: string, file: File) =>
  call(
    api.POST("/api/Duty/AttachDutyFile", {
      body: { dutyId, file } as never,
      bodySerializer: multipart as never,
    }),
  );

/** Asks that a step may go on without a duty. */
export const waiveDuty = (body: BodyOf<"/api/Duty/WaiveDuty">) =>
  call(api.POST("/api/Duty/WaiveDuty", { body }));

/** Grants or refuses what a colleague asked for. */
export const decideDutyWaiver = (waiverId: string, isConfirm: boolean) =>
  call(api.POST("/api/Duty/DecideDutyWaiver", { body: { waiverId, isConfirm } }));

/** Tells the seller's bank of the look into the buyer. */
export const releaseBuyerReport = (body: BodyOf<"/api/Duty/ReleaseBuyerReport">) =>
  call(api.POST("/api/Duty/ReleaseBuyerReport", { body }));

/** Saves a paper of a duty. A failure is told, and nothing else happens. */
export async function downloadDutyFile(dutyId: string, fileId: string, name: string): Promise<void> {
  try {
    await download("/api/Duty/DownloadDutyFile", name, { query: { dutyId, fileId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.dutyDownload, error));
  }
}

/** Rereads the duties, and the steps that they hold back. */
export const rereadDuty = () => rereadAfter("duty");
