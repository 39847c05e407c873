import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** A negotiation in a list, as the caller may see it (SPEC.md section 3 Negotiation). */
export type NegotiationRow = Schemas["NegotiationRow"];

/** One negotiation with all that its panel needs (GetBuyerNegotiationAsync). */
export type Negotiation = Schemas["Negotiation"];

export type NegotiationMove = Schemas["NegotiationMove"];
export type NegotiationBuyer = Schemas["NegotiationBuyer"];
export type FinancingMove = Schemas["FinancingMove"];
export type NegotiationMilestone = Schemas["NegotiationMilestone"];
export type NegotiationProposal = Schemas["NegotiationProposal"];
export type NegotiationPaper = Schemas["NegotiationPaper"];
export type NegotiationMessage = Schemas["NegotiationMessage"];
export type MovedNegotiation = Schemas["MovedNegotiation"];
export type Code = Schemas["Code"];
export type Hit = Schemas["Hit"];

/** What the dialog of a move gets. */
export interface MoveDialogProps {
  /** As it is now: reread after a conflict, so that the next press carries what is seen. */
  negotiation: Negotiation;
  move: NegotiationMove["move"];
  /** The status wanted, where a move may lead to several. */
  to?: number;
  onClose: () => void;
}

/** On which side the caller stands; `both` when one institution is in charge of buyer and seller. */
export type Side = NegotiationRow["side"];

/** Whether the caller acts for the buyer's institution. */
export const isBF = (side: Side): boolean => side === "bf" || side === "both";
/** Whether the caller acts for the seller's institution. */
export const isSF = (side: Side): boolean => side === "sf" || side === "both";

/** Names of negotiation statuses as the server enumerates them (domain.md 4). */
export const STATUS = {
  none: 0,
  anonymous: 1,
  hope: 2,
  realName: 3,
  conditions: 4,
  signed: 5,
  ended: 9,
} as const;

/** The owner's answer to the disclosure of the name (domain.md 4). */
export const OWNER = { notAsked: 0, asked: 1, agreed: 2, refused: 3 } as const;

/** Message channels (domain.md 4 Messages). */
export const CHANNEL = { buyer: 1, institutions: 2, system: 3 } as const;
