import { signal } from "@preact/signals-react";
import { api, call } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { rereadAfter } from "@/api/reread";
import { notify } from "@/kit/notify";
import { clearDraft } from "@/lib/draft";
import { FAILED } from "@/messages";
import { user } from "@/session/session";

/** Offers to many on their way, or what became of them (LongListOfferSend). */
export interface Sending {
  sellerBusinessId: string;
  message: string;
  all: number;
  sent: number;
  /** Buyers that cannot be offered to now, by the server's reason. */
  skipped: Readonly<Record<string, number>>;
  /** Not handed over yet. */
  rest: readonly string[];
  state: "running" | "done" | "failed";
  /** Why it stopped, where it failed; and the notification that says so. */
  failure?: string;
  notification?: number;
}

/** The draft of a listing's offer: kept until the last one is handed over. */
export const offerDraft = (sellerBusinessId: string) => `longlist.offer.${sellerBusinessId}`;

/** It goes on while the user looks at other screens; one at a time. */
export const sending = signal<Sending | null>(null);

/** Buyers in one call: each is all or nothing, and small enough for progress to be seen. */
const BATCH = 25;

function holdTab(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Sends a listing's offers in batches, and says at the end what became of them. */
export async function sendOffers(
  sellerBusinessId: string,
  companyIds: readonly string[],
  message: string,
): Promise<void> {
  if (sending.peek()?.state === "running") return;
  await run({
    sellerBusinessId,
    message,
    all: companyIds.length,
    sent: 0,
    skipped: {},
    rest: companyIds,
    state: "running",
  });
}

/** Goes on where it stopped: what was sent is not sent again. */
export async function resumeOffers(): Promise<void> {
  const stopped = sending.peek();
  if (stopped?.state !== "failed") return;
  if (stopped.notification !== undefined) notify.close(stopped.notification);
  await run({ ...stopped, state: "running", failure: undefined, notification: undefined });
}

/** The result was read. */
export function forgetSending(): void {
  if (sending.peek()?.state !== "running") sending.value = null;
}

/** Has the offer wait for an approver, all of it at once: its message bears the seller's name (domain.md 0.7). */
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

async function run(start: Sending): Promise<void> {
  let now = start;
  sending.value = now;
  window.addEventListener("beforeunload", holdTab);
  try {
    while (now.rest.length > 0) {
      const result = await call(
        api.POST("/api/BuyerNegotiation/LongListOfferSend", {
          body: {
            sellerBusinessId: now.sellerBusinessId,
            companyIds: now.rest.slice(0, BATCH),
            offerMessage: now.message,
          },
        }),
      );
      const skipped = { ...now.skipped };
      for (const { reason } of result.skippedList) skipped[reason] = (skipped[reason] ?? 0) + 1;
      now = { ...now, sent: now.sent + result.sentCount, skipped, rest: now.rest.slice(BATCH) };
      sending.value = now;
    }
    sending.value = { ...now, state: "done" };
    clearDraft(offerDraft(now.sellerBusinessId), user.peek()?.userId ?? "");
    if (now.sent > 0) notify.success(`オファーを${now.sent.toLocaleString("ja-JP")}社に送りました。`);
    else notify.info("オファーを送れる買手がいませんでした。");
  } catch (error) {
    const failure = failureMessage(FAILED.offer, error);
    sending.value = { ...now, state: "failed", failure, notification: notify.error(failure) };
  } finally {
    window.removeEventListener("beforeunload", holdTab);
    await rereadAfter("offer");
  }
}
