import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { notify } from "@/kit/notify";
import { FAILED } from "@/messages";

/** Saves a message's attachment. A failure is told, and nothing else happens. */
export async function downloadAttachment(buyerNegotiationMessageId: string, name: string): Promise<void> {
  await saving(
    download("/api/BuyerNegotiation/DownloadAttachedFile", name, { query: { buyerNegotiationMessageId } }),
  );
}

/** Saves the file of a text that waits for an approver. */
export async function downloadHeldFile(heldTextId: string, name: string): Promise<void> {
  await saving(download("/api/BuyerNegotiation/DownloadHeldFile", name, { query: { heldTextId } }));
}

/** Saves a signed paper of the own institution. */
export async function downloadPaper(paperId: string, name: string): Promise<void> {
  await saving(download("/api/BuyerNegotiation/DownloadPaper", name, { query: { paperId } }));
}

/** Saves the signed agreement that the own institution recorded. */
export async function downloadAgreementPaper(buyerNegotiationId: string, name: string): Promise<void> {
  await saving(
    download("/api/BuyerNegotiation/DownloadAgreementPaper", name, { query: { buyerNegotiationId } }),
  );
}

async function saving(promise: Promise<void>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED.attachment, error));
  }
}
