import type { Negotiation, NegotiationMove } from "./types";

export type MoveKind = NegotiationMove["move"];

/** The label of an action that needs a signed paper says so (domain.md 1, 4). */
const ON_PAPER: Readonly<Record<string, { attach: string; confirm: string }>> = {
  consent: { attach: "秘密保持契約の書面を登録する", confirm: "秘密保持契約の書面を登録する" },
  realname_consent: { attach: "実名開示同意の書面を登録する", confirm: "実名開示同意の書面を確認する" },
  owner_agree: { attach: "オーナー承諾の書面を登録する", confirm: "オーナー承諾の書面を確認する" },
};

const PAPER_OF: Readonly<Record<string, string>> = {
  realname_consent: "realname_consent",
  owner_agree: "owner_consent",
};

/** The signed paper that waits for a second user's confirmation by this move. */
export function waitingPaper(n: Pick<Negotiation, "papers">, kind: string) {
  return n.papers.find((paper) => paper.kind === PAPER_OF[kind]);
}

/** The words of a move's button: the server's, but for a deed on paper. */
export function moveLabel(n: Pick<Negotiation, "moves" | "papers" | "owner">, kind: MoveKind): string {
  if (kind === "ask_owner" && isOwnerAsked(n)) return "オーナーへもう一度依頼する";
  const move = n.moves.find((m) => m.move === kind);
  const paper = ON_PAPER[kind];
  if (move?.onPaper && paper) return waitingPaper(n, kind) ? paper.confirm : paper.attach;
  return move?.label ?? "";
}

/** Why a move cannot be made now; undefined where it can. */
export function moveBlock(n: Pick<Negotiation, "moves" | "statusLabel">, kind: MoveKind): string | undefined {
  const move = n.moves.find((m) => m.move === kind);
  if (!move)
    return `いまの状態（${n.statusLabel}）では、この操作はできません。閉じて、最新の内容を確認してください。`;
  return move.blocked || undefined;
}

/** Moves that advance the negotiation, in order; the first possible one is the next step. */
const FORWARD: readonly string[] = [
  "interest",
  "start",
  "consent",
  "realname_consent",
  "request_realname",
  "approve_realname",
  "ask_owner",
  "owner_agree",
  "conditions",
  "confirm_contract",
  "propose_contract",
  "reopen_agree",
];

/** The owner has a valid link: asking again is possible but not the next step. */
function isOwnerAsked({ owner }: Pick<Negotiation, "owner">): boolean {
  return owner?.status === 1 && !owner.isExpired;
}

/** The one next step, if any move forward is open. */
export function nextMove(n: Pick<Negotiation, "moves" | "owner">): NegotiationMove | undefined {
  // An action on paper replaces another person's own action, so it is never the next step.
  const open = n.moves.filter(
    (m) => m.blocked === "" && !m.onPaper && !(m.move === "ask_owner" && isOwnerAsked(n)),
  );
  return FORWARD.map((kind) => open.find((m) => m.move === kind)).find((m) => m !== undefined);
}

/** Moves that are impossible now come last, the ending before them. */
export function movesInOrder(
  n: Pick<Negotiation, "moves" | "owner">,
  moves: readonly NegotiationMove[] = n.moves,
): NegotiationMove[] {
  const next = nextMove(n);
  const rank = (m: NegotiationMove) =>
    m === next
      ? 0
      : m.move === "end" ||
          m.move === "step_back" ||
          m.move === "reject_realname" ||
          m.move === "owner_refuse"
        ? 2
        : 1;
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

/** The moves that lead to a status, for a card that is dragged there. */
export function movesTo(n: Pick<Negotiation, "moves" | "status">, status: number): NegotiationMove[] {
  if (status === n.status) return [];
  const direct = n.moves.filter((m) => m.to.includes(status));
  if (direct.length > 0) return direct;
  // 4 → 5 and 9 → 1 need a proposal first, and the other side's confirmation.
  const proposals: Readonly<Record<number, readonly string[]>> = {
    5: ["confirm_contract", "propose_contract"],
    1: ["reopen_agree", "reopen_ask"],
  };
  return n.moves.filter((m) => proposals[status]?.includes(m.move));
}
