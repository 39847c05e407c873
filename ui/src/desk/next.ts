import { daysLeft, formatDate, formatRemaining, formatTime } from "@/lib/dates";
import { OWNER } from "@/negotiation/types";
import { type ApprovalState, NEGOTIATION, type Overview, type Partner, STATUS } from "./types";

/** The due date of a closing and the remaining days; "" if no day is set. */
const dueText = (due: string | undefined, now: Date) =>
  due ? `（予定日 ${formatDate(due)}、${formatRemaining(due, now)}）` : "";

/** The target of a step. */
export type Deed =
  | { kind: "edit" | "request" | "confirmPaper" | "offers" | "partners" | "audience"; label: string }
  | { kind: "negotiation"; label: string; buyerNegotiationId: string };

/** A thing to do, to wait for, or to know about a listing. */
export interface NextStep {
  kind: "todo" | "waiting" | "info" | "done";
  text: string;
  deed?: Deed;
}

/** The data status of saved details (SPEC.md section 4). */
const DETAILS_SAVED = 1;

/**
 * The next steps for a listing, the most urgent first: what blocks a deal, answers for which
 * others wait, then the seller's approval, then messages, then the period.
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
    ...blockingSteps(partners, now),
    ...paperSteps(approval),
    ...partnerSteps(partners, now),
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

/** The steps of partners where the other side waits, or a closing has to be recorded; texts by the server. */
function blockingSteps(partners: readonly Partner[], now: Date): NextStep[] {
  return partners
    .filter((partner) => partner.ask && partner.status !== NEGOTIATION.hope)
    .sort((a, b) => Number(b.isApprovalMe) - Number(a.isApprovalMe))
    .map((partner) => ({
      kind: "todo",
      text: `${partner.displayName}との交渉：${partner.ask}${dueText(partner.closingDue, now)}`,
      deed: {
        kind: "negotiation",
        label: partner.isApprovalMe ? "内容を見て決める" : "交渉を開く",
        buyerNegotiationId: partner.buyerNegotiationId,
      },
    }));
}

function partnerSteps(partners: readonly Partner[], now: Date): NextStep[] {
  return partners
    .filter((partner) => partner.status === NEGOTIATION.hope)
    .map((partner) => {
      const displayName = partner.displayName;
      const due = partner.answerDue ? `（回答期限 ${formatRemaining(partner.answerDue, now)}）` : "";
      const deed = (label: string): Deed => ({
        kind: "negotiation",
        label,
        buyerNegotiationId: partner.buyerNegotiationId,
      });
      switch (partner.sellerApprovalStatus) {
        case OWNER.asked:
          return {
            kind: "waiting",
            text: `${displayName}への実名開示について、オーナーの回答を待っています${due}。`,
            deed: deed("交渉を開く"),
          };
        case OWNER.agreed:
          return {
            kind: "todo",
            text: `オーナーが承諾しました。${displayName}の実名交渉の希望に回答してください${due}。`,
            deed: deed("承認または却下する"),
          };
        case OWNER.refused:
          return {
            kind: "todo",
            text: `オーナーは実名の開示を望みませんでした。${displayName}に回答してください${due}。`,
            deed: deed("却下する"),
          };
        default:
          return {
            kind: "todo",
            text: `${displayName}から実名交渉の希望が届いています${due}。まず、オーナーの承諾を得てください。`,
            deed: deed("オーナーに依頼する"),
          };
      }
    });
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

function messageSteps(partners: readonly Partner[]): NextStep[] {
  const unread = partners.filter((partner) => partner.isUnreadMessage);
  const [first] = unread;
  if (!first) return [];
  const count = unread.reduce((sum, partner) => sum + partner.unreadCount, 0);
  return [
    {
      kind: "todo",
      text:
        unread.length === 1
          ? `${first.displayName}（${first.buyerFinancialName ?? "買手側金融機関"}）からの未読メッセージが${count}件あります。`
          : `未読メッセージが、${unread.length}件の交渉に合わせて${count}件あります。`,
      deed:
        unread.length === 1
          ? { kind: "negotiation", label: "メッセージを読む", buyerNegotiationId: first.buyerNegotiationId }
          : { kind: "partners", label: "交渉先を見る" },
    },
  ];
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
