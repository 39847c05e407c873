import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import type { Hit } from "./types";

/** A text with a name that its reader may not know yet: it waits for an approver, or was sent back (domain.md 0.7). */
export type HeldText = components["schemas"]["HeldText"];

export const HELD = { waiting: 0, returned: 1 } as const;

/** The code of a refusal for a name: an approver can be asked to let it pass. */
const NAME_BEFORE_TIME = "name_before_time";

export function isNameRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === NAME_BEFORE_TIME;
}

/**
 * Whether a hit is a whole name: then the text is not sent; with other hits the writer can send it
 * at his own risk.
 */
export function hasName(hits: readonly Hit[]): boolean {
  return hits.some((hit) => hit.isExact);
}

export function decideHeldText(h: HeldText, isApproval: boolean, reason: string) {
  return call(
    api.POST("/api/BuyerNegotiation/DecideHeldText", {
      body: { heldTextId: h.heldTextId, version: h.version, isApproval, reason },
    }),
  );
}

export function withdrawHeldText(h: HeldText) {
  return call(
    api.POST("/api/BuyerNegotiation/WithdrawHeldText", {
      body: { heldTextId: h.heldTextId, version: h.version },
    }),
  );
}
