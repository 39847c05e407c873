import { codesOf, type Enumerations } from "@/api/enumerations";
import type { Description } from "@/kit/DescriptionList";
import { formatDate } from "@/lib/dates";
import { yenReading } from "@/lib/yen";
import { isSF, type Negotiation, type NegotiationMove } from "./types";

/** The facts to be shown beside the decision on a move: whom it concerns, and the dates. */
export function moveFacts(
  move: NegotiationMove["move"],
  n: Negotiation,
  all: Enumerations | undefined,
): Description[] {
  const facts: Description[] = [];
  if (n.businessName) facts.push({ term: "案件", value: n.businessName });
  switch (move) {
    case "interest":
      break;
    case "start":
    case "request_realname":
    case "realname_consent":
    case "approve_realname":
      if (n.side !== "buyer") facts.push({ term: "買手", value: n.displayName });
      if (isSF(n.side)) facts.push({ term: "買手側金融機関", value: n.buyerFinancialName });
      if (move === "approve_realname") facts.push({ term: "オーナーの回答", value: ownerAnswer(n) });
      break;
    case "propose_contract":
    case "confirm_contract":
      for (const { code, name, label } of codesOf(all, "milestone")) {
        if (!["Intent", "Contract", "Closing"].includes(name)) continue;
        const recorded = n.milestones.find((m) => m.kind === code);
        const price = recorded?.amount === undefined ? "" : `　${yenReading(recorded.amount)}`;
        facts.push({ term: label, value: recorded?.date ? `${formatDate(recorded.date)}${price}` : "" });
      }
      break;
    default:
      return [];
  }
  return facts;
}

function ownerAnswer(n: Negotiation): string {
  const owner = n.owner;
  if (!owner) return "";
  const decidedBy = owner.decidedName ? `（${owner.decidedName}）` : "";
  return `${owner.statusLabel}${owner.isPaper ? "（書面）" : decidedBy}`;
}
