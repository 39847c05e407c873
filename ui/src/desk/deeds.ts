import { api, call, multipart } from "@/api/client";
import { rereadAfter } from "@/api/reread";
import type { components } from "@/api/schema.gen";
import type { DrawnPasscode, PasscodeWay } from "@/negotiation/dialog/PasscodeDialog";
import { audienceInput } from "./form/inputs";
import type { Audience } from "./form/values";
import { OFFER, type Overview, type Partner, type SavedListing } from "./types";

type Schemas = components["schemas"];

/** A listing and the version that the user has seen; each write sends them (domain.md 2, 409). */
interface Seen {
  sellerBusinessId: string;
  version: number;
}

export function seen(overview: Overview): Seen {
  return { sellerBusinessId: overview.sellerBusinessId, version: overview.version ?? 0 };
}

/** Computes a price from the inputs and keeps them as the next version. */
export async function saveValuation(body: Schemas["ValuationInput"]): Promise<void> {
  await call(api.POST("/api/SellerBusiness/SaveValuation", { body }));
  await rereadAfter("valuation");
}

export function sendApprovalRequest(
  listing: Seen,
  input: {
    userId: string;
    passcodeBy: PasscodeWay;
    ppapMailaddress: string;
    justifications: Record<string, string>;
  },
): Promise<Schemas["ApprovalRequested"]> {
  return call(api.POST("/api/SellerBusiness/SendApprovalRequest", { body: { ...listing, ...input } }));
}

/** Shows the passcode of a letter to an approver who did not print it; the one shown before ends. */
export function drawApprovalPasscode(sellerBusinessId: string, letterId: string): Promise<DrawnPasscode> {
  return call(api.POST("/api/SellerBusiness/DrawApprovalPasscode", { body: { sellerBusinessId, letterId } }));
}

/** Attaches the paper that the seller signed; a second user of the institution confirms it. */
export function requestPaperApproval(
  listing: Seen,
  file: File,
  justifications: Record<string, string>,
): Promise<SavedListing> {
  return call(
    api.POST("/api/SellerBusiness/RequestPaperApproval", {
      body: {
        sellerBusinessId: listing.sellerBusinessId,
        version: String(listing.version),
        justifications: JSON.stringify(justifications),
        file,
      } as never,
      bodySerializer: multipart as never,
    }),
  );
}

export function confirmPaperApproval(listing: Seen): Promise<SavedListing> {
  return call(api.POST("/api/SellerBusiness/ConfirmPaperApproval", { body: listing }));
}

export function changeAudience(
  listing: Seen,
  audience: { audience: Audience; restFinancial: string[] },
): Promise<SavedListing> {
  return call(
    api.POST("/api/SellerBusiness/ChangeAudience", { body: { ...listing, ...audienceInput(audience) } }),
  );
}

export function changePeriod(listing: Seen, dueDate: string): Promise<SavedListing> {
  return call(api.POST("/api/SellerBusiness/ChangePeriod", { body: { ...listing, dueDate } }));
}

/** Stops or resumes accepting new negotiations (受付停止). */
export function changeSuspension(listing: Seen, isStopped: boolean): Promise<SavedListing> {
  return call(api.POST("/api/SellerBusiness/ChangeSuspension", { body: { ...listing, isStopped } }));
}

/** The calls of the moves that take a reason. */
const MOVE_CALLS = {
  disable: "/api/SellerBusiness/DisableSellerBusiness",
  restore: "/api/SellerBusiness/RestoreSellerBusiness",
  conclude_outside: "/api/SellerBusiness/ConcludeOutside",
} as const;

export function moveListing(
  move: keyof typeof MOVE_CALLS,
  listing: Seen,
  comment: string,
): Promise<SavedListing> {
  return call(api.POST(MOVE_CALLS[move], { body: { ...listing, comment } }));
}

/** Offers a listing to buyers with one message. */
export function sendOffers(
  sellerBusinessId: string,
  companyIds: readonly string[],
  offerMessage: string,
  held: { isApprovalAsked?: boolean; heldTextId?: string } = {},
): Promise<Schemas["LongListOfferResult"]> {
  return call(
    api.POST("/api/BuyerNegotiation/LongListOfferSend", {
      body: { sellerBusinessId, companyIds: [...companyIds], offerMessage, ...held },
    }),
  );
}

export function withdrawOffer(partner: Partner): Promise<Schemas["MovedNegotiation"]> {
  return call(
    api.POST("/api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync", {
      body: {
        buyerNegotiationId: partner.buyerNegotiationId,
        version: partner.version,
        fromOfferSendStatus: partner.offerSendStatus,
        offerSendStatus: OFFER.withdrawn,
      },
    }),
  );
}

/** Hits in an offer's message that may identify the company; only a warning (domain.md 3.3). */
export function checkOffer(sellerBusinessId: string, messageBody: string): Promise<Schemas["MessageCheck"]> {
  return call(api.POST("/api/BuyerNegotiation/CheckMessage", { body: { sellerBusinessId, messageBody } }));
}
