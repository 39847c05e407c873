import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { codesOf, type Enumerations, useEnumerations } from "@/api/enumerations";
import { negotiationQuery } from "@/api/negotiation";
import { type MilestoneRow, milestoneRows } from "../milestones";
import { nextMove } from "../moves";
import type { Negotiation, NegotiationMove, NegotiationProposal } from "../types";
import { DialogSubject } from "./DialogSubject";
import { ConfirmFactDialog } from "./FactDialogs";
import { MilestoneDialog } from "./MilestoneDialog";
import { MoveDialog } from "./MoveDialog";

/** A move by its name; "asked": whatever the server asks of the reader's institution now. */
export type DeedAsked = NegotiationMove["move"] | "asked";

interface Props {
  deed: DeedAsked;
  onClose: () => void;
  /** No dialog does it now: the negotiation itself is to be opened. */
  onElsewhere: () => void;
}

/**
 * The dialog of one deed of a negotiation, opened from a screen that shows many of them: it names the
 * buyer and does not lead away (domain.md 9).
 */
export function AskedDialog({ buyerNegotiationId, ...props }: Props & { buyerNegotiationId: string }) {
  const { data: n, isError } = useQuery(negotiationQuery(buyerNegotiationId));
  const all = useEnumerations();
  useEffect(() => {
    if (isError) props.onElsewhere();
  });
  return n && all ? <Opened negotiation={n} all={all} {...props} /> : null;
}

function Opened({
  negotiation: n,
  all,
  deed,
  onClose,
  onElsewhere,
}: Props & { negotiation: Negotiation; all: Enumerations }) {
  // What was asked when the dialog opened: the deed itself changes the negotiation below it.
  const [target] = useState(() => (deed === "asked" ? askedOf(n, all) : { move: deed }));
  useEffect(() => {
    if (!target) onElsewhere();
  });
  if (!target) return null;
  return (
    <DialogSubject value={n}>
      {"proposal" in target ? (
        <ConfirmFactDialog negotiation={n} proposal={target.proposal} onClose={onClose} />
      ) : "row" in target ? (
        <MilestoneDialog negotiation={n} row={target.row} onClose={onClose} />
      ) : (
        <MoveDialog negotiation={n} move={target.move} onClose={onClose} />
      )}
    </DialogSubject>
  );
}

type Target = { proposal: NegotiationProposal } | { row: MilestoneRow } | { move: NegotiationMove["move"] };

/** What the reader's institution is asked for: a record to confirm, the closing to record, a move. */
function askedOf(n: Negotiation, all: Enumerations): Target | undefined {
  const proposal = n.proposals?.find((p) => p.canConfirm);
  if (proposal) return { proposal };
  const row = milestoneRows(codesOf(all, "milestone"), n).find(({ name }) => name === "Closed");
  if (row?.isOpen && !row.recorded && !row.proposal) return { row };
  const move = nextMove(n)?.move;
  return move ? { move } : undefined;
}
