import { useForm } from "react-hook-form";
import { useEnumerations } from "@/api/enumerations";
import { DescriptionList } from "@/kit/DescriptionList";
import {
  approveNegotiation,
  changeStatus,
  expressInterest,
  realNameConsent,
  startNegotiation,
} from "../deeds";
import { moveFacts } from "../moveFacts";
import { moveBlock, moveLabel } from "../moves";
import { moveTexts } from "../moveTexts";
import type { MoveDialogProps, MovedNegotiation, Negotiation, NegotiationMove } from "../types";
import { ConsentDialog } from "./ConsentDialog";
import { DeedDialog } from "./DeedDialog";
import { EndDialog } from "./EndDialog";
import { AskOwnerDialog, RefuseOwnerDialog } from "./OwnerDialogs";
import { PaperDialog } from "./PaperDialog";
import { RejectDialog } from "./RejectDialog";
import { StepBackDialog } from "./StepBackDialog";

/** The dialog of one move: its inputs, its consequence in words, and the deed. */
export function MoveDialog(props: MoveDialogProps) {
  const { negotiation: n, move } = props;
  const onPaper = n.moves.find((m) => m.move === move)?.onPaper ?? false;
  switch (move) {
    case "consent":
      return <ConsentDialog {...props} onPaper={onPaper} />;
    case "realname_consent":
      return onPaper ? <PaperDialog {...props} kind="realname_consent" /> : <PlainDialog {...props} />;
    case "owner_agree":
      return <PaperDialog {...props} kind="owner_consent" />;
    case "ask_owner":
      return <AskOwnerDialog {...props} />;
    case "owner_refuse":
      return <RefuseOwnerDialog {...props} />;
    case "reject_realname":
      return <RejectDialog {...props} />;
    case "step_back":
      return <StepBackDialog {...props} />;
    case "end":
      return <EndDialog {...props} />;
    default:
      return <PlainDialog {...props} />;
  }
}

/** A move without inputs. */
function PlainDialog({ negotiation: n, move, onClose }: MoveDialogProps) {
  const all = useEnumerations();
  const form = useForm({ shouldFocusError: false });
  const texts = moveTexts(move, n, all?.limits);
  const facts = moveFacts(move, n, all);
  return (
    <DeedDialog
      {...texts}
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.${move}`}
      label={moveLabel(n, move)}
      blocked={moveBlock(n, move)}
      send={() => plainDeed(n, move)}
      onClose={onClose}
    >
      {facts.length > 0 && <DescriptionList items={facts} />}
    </DeedDialog>
  );
}

function plainDeed(n: Negotiation, move: NegotiationMove["move"]): Promise<MovedNegotiation> {
  switch (move) {
    case "interest":
      return expressInterest(n);
    case "start":
      return startNegotiation(n);
    case "realname_consent":
      return realNameConsent(n);
    case "approve_realname":
      return approveNegotiation(n, { isApproval: true });
    default:
      return changeStatus(n, move, STATUS_OF[move] ?? n.status);
  }
}

/** The status that NegotiationStatusChange is asked for (SPEC.md 7, domain.md 4). */
const STATUS_OF: Readonly<Record<string, number>> = {
  request_realname: 2,
  conditions: 4,
  propose_contract: 5,
  withdraw_contract: 5,
  confirm_contract: 5,
  reopen_ask: 1,
  reopen_agree: 1,
};
