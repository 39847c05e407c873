import { signal } from "@preact/signals-react";
import { api, call } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { clearDraft } from "@/lib/draft";
import { FAILED } from "@/messages";
import { user } from "@/session/session";

/** The running sending of an offer to many buyers, or its result (LongListOfferSend). */
export interface Sending {
  sellerBusinessId: string;
  message: string;
  total: number;
  sent: number;
  /** Buyers to whom no offer is possible now, by the server's reason. */
  skipped: Readonly<Record<string, number>>;
  /** Buyers whose offer has not been sent to the server yet. */
  remaining: readonly string[];
  state: "running" | "done" | "failed";
  /** The error at which it stopped, and the notification about it. */
  failure?: string;
  notification?: number;
}

/** The draft of a listing's offer, kept until all of it is sent. */
export const offerDraft = (sellerBusinessId: string) => `longlist.offer.${sellerBusinessId}`;

/** The sending continues while the user is on other screens; only one at a time. */
export const sending = signal<Sending | null>(null);

/** Buyers in one call. Each call is one transaction, and small enough to show progress. */
const BATCH = 25;

function holdTab(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Sends a listing's offers in batches, and reports the result at the end. */
export async function sendOffers(
  sellerBusinessId: string,
  companyIds: readonly string[],
  message: string,
): Promise<void> {
  if (sending.peek()?.state === "running") return;
  await sendBatches({
    sellerBusinessId,
    message,
    total: companyIds.length,
    sent: 0,
    skipped: {},
    remaining: companyIds,
    state: "running",
  });
}

/** Continues after an error; offers already sent are not repeated. */
export async function resumeOffers(): Promise<void> {
  const stopped = sending.peek();
  if (stopped?.state !== "failed") return;
  if (stopped.notification !== undefined) notify.close(stopped.notification);
  await sendBatches({ ...stopped, state: "running", failure: undefined, notification: undefined });
}

/** Clears the result after the user has read it. */
export function forgetSending(): void {
  if (sending.peek()?.state !== "running") sending.value = null;
}

/**
 * Submits the offer to an approver, as one text for all buyers: its message contains the seller's
 * name (domain.md 0.7).
 */
export async function askForOffers(
  sellerBusinessId: string,
  companyIds: readonly string[],
  offerMessage: string,
): Promise<boolean> {
  try {
    const { heldTextId } = await call(
      api.POST("/api/BuyerNegotiation/LongListOfferSend", {
        body: { sellerBusinessId, companyIds: [...companyIds], offerMessage, isApprovalAsked: true },
      }),
    );
    clearDraft(offerDraft(sellerBusinessId), user.peek()?.userId ?? "");
    notify.success(
      heldTextId ? "承認者に承認を依頼しました。承認されると送られます。" : "オファーを送りました。",
    );
    return true;
  } catch (error) {
    notify.error(failureMessage(FAILED.offer, error));
    return false;
  } finally {
    await rereadAfter("offer");
  }
}

async function sendBatches(start: Sending): Promise<void> {
  let current = start;
  sending.value = current;
  window.addEventListener("beforeunload", holdTab);
  try {
    while (current.remaining.length > 0) {
      const result = await call(
        api.POST("/api/BuyerNegotiation/LongListOfferSend", {
          body: {
            sellerBusinessId: current.sellerBusinessId,
            companyIds: current.remaining.slice(0, BATCH),
            offerMessage: current.message,
          },
        }),
      );
      const skipped = { ...current.skipped };
      for (const { reason } of result.skippedList) skipped[reason] = (skipped[reason] ?? 0) + 1;
      current = {
        ...current,
        sent: current.sent + result.sentCount,
        skipped,
        remaining: current.remaining.slice(BATCH),
      };
      sending.value = current;
    }
    sending.value = { ...current, state: "done" };
    clearDraft(offerDraft(current.sellerBusinessId), user.peek()?.userId ?? "");
    if (current.sent > 0) notify.success(`オファーを${current.sent.toLocaleString("ja-JP")}社に送りました。`);
    else notify.info("オファーを送れる買手がいませんでした。");
  } catch (error) {
    const failure = failureMessage(FAILED.offer, error);
    sending.value = { ...current, state: "failed", failure, notification: notify.error(failure) };
  } finally {
    window.removeEventListener("beforeunload", holdTab);
    await rereadAfter("offer");
  }
}
