import { api, call, download, multipart } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import type { SignedCopy } from "@/api/issued";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { FAILED_OWN } from "@/messages";

export interface SignedForm {
  file: File | null;
  signedOn: string;
  signerList: { name: string; role: string }[];
  note: string;
  /** By which the server knows the same form sent twice. */
  requestKey: string;
}

/** Records the signed PDF of a paper; it waits for a second user. */
export const recordSigned = (issuedPaperId: string, { file, signerList, ...form }: SignedForm) =>
  call(
    api.POST("/api/SignedCopy/RecordSignedCopy", {
      body: { ...form, issuedPaperId, signerList: JSON.stringify(signerList), file } as never,
      bodySerializer: multipart as never,
    }),
  );

/** The second user's word. */
export const decideSigned = (signedCopyId: string, isConfirmed: boolean, reason?: string) =>
  call(api.POST("/api/SignedCopy/DecideSignedCopy", { body: { signedCopyId, isConfirmed, reason } }));

/** Takes a copy out of use, as it was seen. It is kept. */
export const withdrawSigned = ({ signedCopyId, state }: SignedCopy, reason: string) =>
  call(api.POST("/api/SignedCopy/WithdrawSignedCopy", { body: { signedCopyId, fromState: state, reason } }));

/** Saves a copy as it came. */
export async function downloadSigned({ signedCopyId, fileName }: SignedCopy): Promise<void> {
  try {
    await download("/api/SignedCopy/DownloadSignedCopy", fileName, { query: { signedCopyId } });
    await rereadAfter("issued");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.signedDownload, error));
  }
}

export const rereadSigned = () => rereadAfter("issued");
