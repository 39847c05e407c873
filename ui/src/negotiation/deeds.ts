import { api, call, multipart } from "@/api/client";
import type { DrawnPasscode, PasscodeWay } from "./dialog/PasscodeDialog";
import type {
  MovedNegotiation,
  Negotiation,
  NegotiationMove,
  NegotiationProposal,
  NegotiationRow,
} from "./types";

/** What every write contains: the negotiation and its version that the caller saw (domain.md 4). */
type SeenVersion = Pick<NegotiationRow, "buyerNegotiationId" | "version">;

function seenVersion(n: NegotiationRow): SeenVersion {
  return { buyerNegotiationId: n.buyerNegotiationId, version: n.version };
}

/** A status move as NegotiationStatusChange wants it; `move` says which is meant. */
export function changeStatus(
  n: Negotiation,
  move: NegotiationMove["move"],
  status: number,
  more: { endReason?: number; comment?: string } = {},
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/NegotiationStatusChange", {
      body: { ...seenVersion(n), fromStatus: n.status, status, move: move as never, ...more },
    }),
  );
}

/** Approves or refuses the real names; a refusal goes back to 1 or ends (9). */
export function approveNegotiation(
  n: Negotiation,
  input: { isApproval: boolean; status?: number; comment?: string; ownerReason?: string },
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/NegotiationApprove", { body: { ...seenVersion(n), ...input } }),
  );
}

/** The buyer steps back himself; only his bank can read the reason. */
export function stepBack(n: Negotiation, comment: string): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/StepBack", { body: { ...seenVersion(n), comment } }));
}

export function startNegotiation(n: Negotiation): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/StartNegotiation", { body: seenVersion(n) }));
}

export function expressInterest(n: Negotiation): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync", { body: seenVersion(n) }));
}

/** Sets the interest: 0 none, 1 not interested, 2 interested (SPEC.md section 4). */
export function updateInterest(
  n: Negotiation,
  input: { interestStatus: 0 | 1 | 2; questionnaire?: number; comment?: string },
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync", {
      body: { ...seenVersion(n), ...input },
    }),
  );
}

/** Agrees to the confidentiality agreement; a bank adds the signed paper. */
export function consent(
  n: Negotiation,
  agreement: { version: number; hash: string },
  file: File | null,
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/SellerBusiness/Consent", {
      body: {
        sellerBusinessId: n.sellerBusinessId,
        companyId: n.buyerCompanyId || undefined,
        agreementVersion: String(agreement.version),
        agreementHash: agreement.hash,
        version: String(n.version),
        file: file ?? undefined,
      } as never,
      bodySerializer: multipart as never,
    }),
  );
}

/** The buyer's 実名開示同意, online; or the second user's confirmation of the paper. */
export function realNameConsent(n: Negotiation): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/RealNameConsent", { body: seenVersion(n) }));
}

/** Attaches a signed paper, which a second user of the institution confirms (domain.md 1). */
export function attachPaper(
  n: Negotiation,
  kind: "realname_consent" | "owner_consent",
  file: File,
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/AttachPaper", {
      body: {
        buyerNegotiationId: n.buyerNegotiationId,
        version: String(n.version),
        kind,
        file,
      } as never,
      bodySerializer: multipart as never,
    }),
  );
}

export function cancelPaper(paperId: string): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/CancelPaper", { body: { paperId } }));
}

/** Gives the owner a link, by mail or printed, and the passcode by a second way (domain.md 4 (2), 3.2). */
export function askOwner(
  n: Negotiation,
  input: { userId: string; passcodeBy: PasscodeWay; ppapMailaddress: string },
) {
  return call(
    api.POST("/api/BuyerNegotiation/RequestOwnerConsent", { body: { ...seenVersion(n), ...input } }),
  );
}

/** Shows the passcode of a letter to an approver who did not print it; the one shown before ends. */
export function drawOwnerPasscode(buyerNegotiationId: string, letterId: string): Promise<DrawnPasscode> {
  return call(
    api.POST("/api/BuyerNegotiation/DrawOwnerPasscode", { body: { buyerNegotiationId, letterId } }),
  );
}

/** The owner's answer as SF records it: a refusal, or the confirmation of the signed paper. */
export function recordOwnerConsent(
  n: Negotiation,
  input: { isApproval: boolean; comment?: string },
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/RecordOwnerConsent", { body: { ...seenVersion(n), ...input } }),
  );
}

export function recordMilestone(
  n: Negotiation,
  input: {
    kind: number;
    date?: string;
    amount?: number;
    until?: string;
    note?: string;
    isSkipped?: boolean;
    skips?: number[];
  },
): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/RecordMilestone", { body: { ...seenVersion(n), ...input } }));
}

/** Confirms what the other side recorded, as it was seen. */
export function confirmMilestones(
  n: Negotiation,
  proposals: readonly NegotiationProposal[],
): Promise<MovedNegotiation> {
  const proposalIds = proposals.map(({ proposalId }) => proposalId);
  return call(
    api.POST("/api/BuyerNegotiation/ConfirmMilestone", { body: { ...seenVersion(n), proposalIds } }),
  );
}

/** Returns a recorded milestone to the other side, with a reason for it. */
export function returnMilestone(
  n: Negotiation,
  { proposalId }: NegotiationProposal,
  comment: string,
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/ReturnMilestone", { body: { ...seenVersion(n), proposalId, comment } }),
  );
}

/** Withdraws what the own side recorded. */
export function withdrawMilestone(
  n: Negotiation,
  { proposalId }: NegotiationProposal,
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/WithdrawMilestone", { body: { ...seenVersion(n), proposalId } }),
  );
}

/** 次回対応日 and 担当者 of the caller's own side; an empty text clears. */
export function updateNextAction(
  n: NegotiationRow,
  input: { date: string; userId: string },
): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/UpdateNextAction", { body: { ...seenVersion(n), ...input } }));
}

export interface FinancingInput {
  financialSupportStatus: number;
  financingConsent?: boolean;
  /** 千円, as all amounts here. */
  desiredAmount?: number;
  ownFunds?: number;
  fundsPurpose?: string;
  approvalNumber?: string;
  approvalDate?: string;
  approvedAmount?: number;
}

/** Moves the financing support, or saves its content where the status stays (domain.md 5). */
export function updateFinancing(n: Negotiation, input: FinancingInput): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/UpdateFinancialSupportStatus", {
      body: { ...seenVersion(n), fromFinancialSupportStatus: n.financialSupportStatus ?? 0, ...input },
    }),
  );
}

/** BF forwards (2) or declines (8) an offer that waits for it; SF withdraws (9). */
export function moveOffer(n: NegotiationRow, offerSendStatus: 2 | 8 | 9): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync", {
      body: { ...seenVersion(n), fromOfferSendStatus: n.offerSendStatus, offerSendStatus },
    }),
  );
}

export function confirmDisposal(n: Negotiation): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/ConfirmDisposal", { body: seenVersion(n) }));
}
