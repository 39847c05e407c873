import type { Part } from "@/kit/Deeds";
import { daysLeft, formatDate, formatRemaining, formatTime } from "@/lib/dates";
import type { DeedAsked } from "@/negotiation/dialog/AskedDialog";
import { OWNER } from "@/negotiation/types";
import { type ApprovalState, NEGOTIATION, type Overview, type Partner, STATUS } from "./types";

/** The target of a step. */
export type Deed =
  | { kind: "edit" | "request" | "confirmPaper" | "offers" | "partners" | "audience"; label: string }
  /** Opens the dialog of the deed where it stands; without `opens`, the negotiation with its messages. */
  | { kind: "negotiation"; label: string; buyerNegotiationId: string; opens?: DeedAsked };

/** A thing to do, to wait for, or to know about a listing. */
export interface NextStep {
  kind: "todo" | "waiting" | "info" | "done";
  text: string;
  /** The buyer whom the step concerns. */
  partner?: Partner;
  /** The day until which it must be done. */
  due?: { label: string; date: string };
  deed?: Deed;
}

/** Leads to a negotiation without a deed in it. */
const OPEN = "交渉を開く";

/** Whose deed a step's is (team.md 2); a negotiation is opened by everybody who reads it. */
export function partOf({ kind }: Deed): Part | undefined {
  if (kind === "negotiation" || kind === "partners") return undefined;
  return kind === "confirmPaper" ? "confirms" : "acts";
}

/** A step's deed for who is not in charge: no dialog of a negotiation opens, but the negotiation, with what he may confirm. */
export const readOnly = (deed: Deed | undefined): Deed | undefined =>
  deed?.kind === "negotiation" && deed.opens ? { ...deed, label: OPEN, opens: undefined } : deed;

/** The data status of saved details (SPEC.md section 4). */
const DETAILS_SAVED = 1;

/**
 * The next steps for a listing: one for each buyer, by deadline and then by what others wait for; then
 * the seller's approval, unread messages, the period.
 */
export function nextSteps(
  overview: Overview,
  detailsStatus: number | undefined,
  approval: ApprovalState | null | undefined,
  partners: readonly Partner[],
  /** How many days before its end a period is mentioned; the server's setting. */
  reminderDays: number,
  now = new Date(),
): NextStep[] {
  return [
    ...buyerSteps(partners),
    ...paperSteps(approval),
    ...approvalSteps(overview, detailsStatus, approval, now),
    ...messageSteps(partners),
    ...periodSteps(overview, reminderDays, now),
    ...endSteps(overview, partners),
  ].sort((a, b) => RANK[a.kind] - RANK[b.kind]);
}

const RANK = { todo: 0, waiting: 1, info: 2, done: 3 } as const;

function paperSteps(approval: ApprovalState | null | undefined): NextStep[] {
  const pending = approval?.pending;
  if (pending?.kind !== "paper") return [];
  return pending.canConfirm
    ? [
        {
          kind: "todo",
          text: `${pending.userName}さんが登録した承諾書を確かめて、公開を確認してください。`,
          deed: { kind: "confirmPaper", label: "承諾書を確認する" },
        },
      ]
    : [
        {
          kind: "waiting",
          text: `登録した承諾書を、別の担当者が確認するのを待っています。${pending.whyNot}`,
        },
      ];
}

/** One step for each buyer with whom something is to be decided, the nearest deadline first. */
function buyerSteps(partners: readonly Partner[]): NextStep[] {
  return partners
    .filter(hasTask)
    .map((partner) => ({ partner, step: buyerStep(partner) }))
    .sort(
      (a, b) =>
        (a.step.due?.date ?? LAST_DAY).localeCompare(b.step.due?.date ?? LAST_DAY) ||
        Number(b.partner.isApprovalMe) - Number(a.partner.isApprovalMe),
    )
    .map(({ step }) => step);
}

/** Sorts behind every deadline. */
const LAST_DAY = "9999-12-31";

/** Whether something is to be decided with the buyer, besides messages. */
function hasTask(partner: Partner): boolean {
  return partner.status === NEGOTIATION.hope || Boolean(partner.ask);
}

function buyerStep(partner: Partner): NextStep {
  const deed = (label: string, opens?: DeedAsked): Deed => ({
    kind: "negotiation",
    label,
    buyerNegotiationId: partner.buyerNegotiationId,
    opens,
  });
  const unread = partner.unreadCount > 0 ? `未読メッセージも${partner.unreadCount}件あります。` : "";
  const step = (kind: NextStep["kind"], text: string, opens: Deed): NextStep => ({
    kind,
    text: text + unread,
    partner,
    due: dueOf(partner),
    deed: opens,
  });
  // What the server asks for has its own words.
  if (partner.status !== NEGOTIATION.hope)
    return step(
      "todo",
      `${partner.ask}。`,
      deed(partner.isApprovalMe ? "内容を見て決める" : "記録する", "asked"),
    );
  if (partner.isAvoided)
    return step(
      "todo",
      "実名交渉の希望が届きましたが、買手がオーナーの「打診しない先」に一致しています。却下してください。",
      deed("実名交渉を却下する", "reject_realname"),
    );
  switch (partner.sellerApprovalStatus) {
    case OWNER.asked:
      return step("waiting", "実名開示について、オーナーの回答を待っています。", deed(OPEN));
    case OWNER.agreed:
      return step(
        "todo",
        "オーナーが承諾しました。実名交渉の希望に回答してください。",
        deed("実名交渉を承認する", "approve_realname"),
      );
    case OWNER.refused:
      return step(
        "todo",
        "オーナーは実名の開示を望みませんでした。希望に回答してください。",
        deed("実名交渉を却下する", "reject_realname"),
      );
    default:
      return step(
        "todo",
        "実名交渉の希望が届いています。まず、オーナーの承諾を得てください。",
        deed("オーナーに依頼する", "ask_owner"),
      );
  }
}

function dueOf(partner: Partner): NextStep["due"] {
  if (partner.status === NEGOTIATION.hope)
    return partner.answerDue ? { label: "回答期限", date: partner.answerDue } : undefined;
  return partner.closingDue ? { label: "予定日", date: partner.closingDue } : undefined;
}

function approvalSteps(
  overview: Overview,
  detailsStatus: number | undefined,
  approval: ApprovalState | null | undefined,
  now: Date,
): NextStep[] {
  const { status } = overview;
  const isShowing = status === STATUS.showing || status === STATUS.outsidePeriod;
  if (!isShowing && status !== STATUS.unapproved && status !== STATUS.remand) return [];
  const pending = approval?.pending;
  if (pending?.kind === "link")
    return pending.isExpired
      ? [
          {
            kind: "todo",
            text: "売手への承認依頼は、期限が切れたか、使えなくなりました。もう一度依頼してください。",
            deed: { kind: "request", label: "承認を依頼する" },
          },
        ]
      : [
          {
            kind: "waiting",
            text: `${pending.userName}様の承認を待っています。リンクの期限は${formatTime(pending.expires)}（${formatRemaining(pending.expires, now)}）です。`,
          },
        ];
  if (pending) return [];
  if (overview.returnComment)
    return [
      {
        kind: "todo",
        text: `売手から差戻されました：「${overview.returnComment}」内容を直して、もう一度承認を依頼してください。`,
        deed: { kind: "edit", label: "内容を直す" },
      },
    ];
  if (isShowing && overview.isApprovedData) return [];
  const request = overview.moves?.find((move) => move.event === "request_approval");
  if (detailsStatus !== DETAILS_SAVED || request?.blocked)
    return [
      {
        kind: "todo",
        text:
          detailsStatus !== DETAILS_SAVED
            ? "詳細がまだ登録されていません。入力すると、売手に承認を依頼できます。"
            : `承認を依頼する前に：${request?.blocked ?? ""}`,
        // Hits can be justified in the request's dialog.
        deed: request?.blocked?.includes("匿名化")
          ? { kind: "request", label: "承認を依頼する" }
          : { kind: "edit", label: "内容を入力する" },
      },
    ];
  return [
    {
      kind: "todo",
      text: isShowing
        ? "編集した内容は、まだ公開されていません。売手の承認を得ると、公開中の内容と入れ替わります。"
        : "内容がそろいました。売手に承認を依頼してください。承認されると公開されます。",
      deed: { kind: "request", label: "承認を依頼する" },
    },
  ];
}

/** Unread messages of buyers who have no step of their own. */
function messageSteps(partners: readonly Partner[]): NextStep[] {
  return partners
    .filter((partner) => partner.isUnreadMessage && !hasTask(partner))
    .map((partner) => ({
      kind: "todo",
      text: `未読メッセージが${partner.unreadCount}件あります。`,
      partner,
      deed: {
        kind: "negotiation",
        label: "メッセージを読む",
        buyerNegotiationId: partner.buyerNegotiationId,
      },
    }));
}

function periodSteps(overview: Overview, reminderDays: number, now: Date): NextStep[] {
  const days = daysLeft(overview.dueDate, now);
  const start = daysLeft(overview.startDate, now);
  const change: Deed = { kind: "audience", label: "期間を変更する" };
  if (overview.status === STATUS.outsidePeriod)
    return start !== null && start > 0
      ? [{ kind: "waiting", text: `公開開始日（${formatDate(overview.startDate)}）を待っています。` }]
      : [
          {
            kind: "todo",
            text: `公開期間が終わっています（${formatDate(overview.dueDate)}まで）。続ける場合は期間を延長してください。`,
            deed: change,
          },
        ];
  if (overview.status !== STATUS.showing) return [];
  const out: NextStep[] = [];
  if (overview.isStopped)
    out.push({
      kind: "info",
      text: overview.stoppedUntil
        ? `受付停止中です。双方が確認した基本合意の独占交渉期限（${formatDate(overview.stoppedUntil)}、` +
          `${formatRemaining(overview.stoppedUntil, now)}）まで続き、その後は自動で再開します。`
        : "受付停止中です。新しい交渉の開始と実名交渉の希望は受け付けていません。",
      deed: { kind: "audience", label: "受付を再開する" },
    });
  if (days !== null && days <= reminderDays)
    out.push({
      kind: "todo",
      text: `公開期限が近づいています（${formatDate(overview.dueDate)}、${formatRemaining(overview.dueDate, now)}）。`,
      deed: change,
    });
  if (!overview.isStopped)
    out.push({
      kind: "info",
      text: "公開中です。買手からの連絡を待つほか、合いそうな買手へオファーを送れます。",
      deed: { kind: "offers", label: "オファーを送る" },
    });
  return out;
}

function endSteps(overview: Overview, partners: readonly Partner[]): NextStep[] {
  if (overview.status === STATUS.concluded && partners.some((partner) => partner.closingDue)) return [];
  if (overview.status === STATUS.concluded)
    return [{ kind: "done", text: "成約しました。この案件での操作は終わりです。" }];
  if (overview.status === STATUS.disabled)
    return [
      {
        kind: "done",
        text: `無効になっています。${overview.stopReason ? `理由：「${overview.stopReason}」` : ""}`,
        deed: { kind: "audience", label: "承認前に戻す" },
      },
    ];
  return [];
}
