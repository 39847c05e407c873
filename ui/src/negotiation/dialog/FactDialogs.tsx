import { useForm } from "react-hook-form";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { DescriptionList } from "@/kit/DescriptionList";
import { TextArea } from "@/kit/TextArea";
import { formatDate } from "@/lib/dates";
import { FAILED } from "@/messages";
import { confirmMilestones, returnMilestone, withdrawMilestone } from "../deeds";
import { confirmedTogether, factText, milestoneInForce } from "../facts";
import type { Negotiation, NegotiationProposal } from "../types";
import { DeedDialog } from "./DeedDialog";

interface Props {
  /** The current proposal: reread after a conflict. */
  negotiation: Negotiation;
  /** The proposal as it was when the dialog opened: this one is confirmed. */
  proposal: NegotiationProposal;
  onClose: () => void;
}

/** The proposal in the dialog has been changed, withdrawn or decided meanwhile. */
function goneReason(n: Negotiation, { proposalId }: NegotiationProposal): string | undefined {
  return n.proposals?.some((p) => p.proposalId === proposalId && !p.isReturned)
    ? undefined
    : "この記録は、変更されたか、取り下げられたか、すでに確認されています。閉じて、最新の内容を確認してください。";
}

/** Confirms what the other side recorded: shows the old and new values, and the consequences. */
export function ConfirmFactDialog({ negotiation: n, proposal, onClose }: Props) {
  const all = useEnumerations();
  const form = useForm({ shouldFocusError: false });
  const together = confirmedTogether(n, proposal);
  const name = (kind: number) => codesOf(all, "milestone").find(({ code }) => code === kind)?.name;
  const effects = together.flatMap((p) => {
    if (p.isSkipped) return [`${p.label}を行わないことになります。`];
    switch (name(p.kind)) {
      case "Intent":
        return ["この日付と価格が双方の合意した内容になり、買手にも表示されます。"];
      case "BasicAgreement":
        return p.until
          ? [
              `独占交渉期限の${formatDate(p.until)}まで、この案件は「受付停止中」と表示され、新しい交渉は始められません。`,
            ]
          : ["独占交渉の期間は定められません。前に定めた期間による受付停止は終わります。"];
      case "Closed":
        return ["クロージングが完了し、この日付と成約金額が双方の記録になります。"];
      default:
        return [`${p.label}の日付が、買手にも表示されます。`];
    }
  });
  return (
    <DeedDialog
      title={`${proposal.label}を確認しますか`}
      consequence={[
        ...effects,
        ...(together.length > 1 ? ["先に要るものも、合わせて確認します。"] : []),
        ...(n.contractProposedBy ? ["確認を待っている成約の提案は、取り下げられます。"] : []),
      ]}
      label="確認する"
      blocked={goneReason(n, proposal)}
      failed={FAILED.negotiationStatus}
      done={`${proposal.label}を確認しました。`}
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.confirm.${proposal.kind}`}
      send={() => confirmMilestones(n, together)}
      onClose={onClose}
    >
      <DescriptionList
        items={together.flatMap((p) => [
          { term: `${p.label}（いまの内容）`, value: factText(milestoneInForce(n, p.kind)) },
          { term: `${p.label}（確認する内容）`, value: factText(p) },
        ])}
      />
    </DeedDialog>
  );
}

/** Returns what the other side recorded; the other side reads the reason. */
export function ReturnFactDialog({ negotiation: n, proposal, onClose }: Props) {
  const form = useForm<{ comment: string }>({ shouldFocusError: false, defaultValues: { comment: "" } });
  return (
    <DeedDialog<{ comment: string }>
      title={`${proposal.label}を差し戻しますか`}
      consequence={[
        "記録した金融機関に、理由が表示されます。いまの内容は変わりません。買手には何も表示されません。",
      ]}
      label="差し戻す"
      blocked={goneReason(n, proposal)}
      failed={FAILED.negotiationStatus}
      done={`${proposal.label}を差し戻しました。`}
      form={form}
      fields={["comment"]}
      draft={`${n.buyerNegotiationId}.return.${proposal.kind}`}
      send={({ comment }) => returnMilestone(n, proposal, comment.trim())}
      onClose={onClose}
    >
      <DescriptionList items={[{ term: "差し戻す内容", value: factText(proposal) }]} />
      <TextArea
        label="差し戻す理由"
        required
        rows={3}
        help="相手の金融機関に表示されます。"
        error={form.formState.errors.comment?.message}
        {...form.register("comment", {
          validate: (text) =>
            text.trim() !== "" || "差し戻す理由を入力してください。記録した側に表示されます。",
        })}
      />
    </DeedDialog>
  );
}

/** Withdraws what the own side recorded. */
export function WithdrawFactDialog({ negotiation: n, proposal, onClose }: Props) {
  const form = useForm({ shouldFocusError: false });
  return (
    <DeedDialog
      title={`${proposal.label}の記録を取り下げますか`}
      consequence={["相手の金融機関の確認は求めないことになります。いまの内容は変わりません。"]}
      label="記録を取り下げる"
      failed={FAILED.negotiationStatus}
      done={`${proposal.label}の記録を取り下げました。`}
      form={form}
      fields={[]}
      draft={`${n.buyerNegotiationId}.withdraw.${proposal.kind}`}
      send={() => withdrawMilestone(n, proposal)}
      onClose={onClose}
    >
      <DescriptionList items={[{ term: "取り下げる内容", value: factText(proposal) }]} />
    </DeedDialog>
  );
}
