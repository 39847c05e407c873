import type { components } from "@/api/schema.gen";
import { dayInJapan, daysLeft } from "@/lib/dates";
import { negotiationHref } from "@/negotiation/href";
import { isBF, isSF, type NegotiationRow, STATUS } from "@/negotiation/types";

type Limits = Pick<components["schemas"]["Limits"], "stalledDays" | "periodReminderDays">;
type ListingRow = Pick<
  components["schemas"]["ListingRow"],
  "sellerBusinessId" | "businessName" | "status" | "dueDate"
>;

type WaitingApproval = components["schemas"]["WaitingApproval"];

export type TaskKind =
  | "decide"
  | "offer"
  | "unread"
  | "start"
  | "next"
  | "answer"
  | "disposal"
  | "listing"
  | "trial"
  | "stalled";

/** One thing to do, one click from its deed (domain.md 9, /mypage). */
export interface Task {
  key: string;
  kind: TaskKind;
  /** The deed. */
  title: string;
  /** Whose and what. */
  subject: string;
  href: string;
  /** YYYY-MM-DD, where there is a deadline. */
  due?: string;
  /** Smaller is more urgent. */
  rank: number;
}

/** How urgent a kind is where no deadline says more. */
const RANKS: Readonly<Record<TaskKind, number>> = {
  decide: 1,
  offer: 2,
  unread: 3,
  start: 4,
  answer: 4,
  next: 5,
  disposal: 6,
  listing: 7,
  trial: 8,
  stalled: 9,
};

/** A deadline shows itself this many days ahead. */
const AHEAD_DAYS = 3;

/** A deadline that is over comes first, then today's, then those of the next days. */
function rankOf(kind: TaskKind, due: string | undefined, now: Date): number {
  const left = daysLeft(due, now);
  if (left !== null && left < 0) return -1;
  if (left === 0) return 0;
  if (left !== null && left <= AHEAD_DAYS) return 0.5;
  return RANKS[kind];
}

const byName = new Intl.Collator("ja");

/** The most urgent first; equal ones by deadline, then by name, so that the list stands still. */
export function sortTasks(tasks: readonly Task[]): Task[] {
  return [...tasks].sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.due ?? "9999").localeCompare(b.due ?? "9999") ||
      byName.compare(a.subject, b.subject) ||
      a.key.localeCompare(b.key),
  );
}

/** What a negotiation wants of the caller's institution now. */
export function negotiationTasks(row: NegotiationRow, limits: Limits | undefined, now = new Date()): Task[] {
  const tasks: Task[] = [];
  const subject = [row.displayName, row.businessName].filter(Boolean).join("　");
  const add = (
    kind: TaskKind,
    title: string,
    { as = row.side, due }: { as?: NegotiationRow["side"]; due?: string } = {},
  ) =>
    tasks.push({
      key: `${row.buyerNegotiationId}.${kind}.${tasks.length}`,
      kind,
      title,
      subject,
      href: negotiationHref(row, as === "both" ? "bf" : as),
      due: due || undefined,
      rank: rankOf(kind, due, now),
    });
  const sf = isSF(row.side);
  const bf = isBF(row.side);

  const decision = row.isApprovalMe ? decisionOf(row) : undefined;
  if (decision) add(decision.kind, decision.title, { as: decision.as, due: row.answerDue });
  else if (row.status === STATUS.hope) {
    if (sf && row.sellerApprovalStatus === 0)
      add("decide", "オーナーへ実名開示の承諾を依頼する", { as: "sf", due: row.answerDue });
    else if (soon(row.answerDue, now)) {
      const over = (daysLeft(row.answerDue, now) ?? 0) < 0;
      add(
        "answer",
        `回答期限が${over ? "過ぎた" : "近い"}実名交渉を、${sf ? "オーナー" : "売手側金融機関"}に確かめる`,
        { as: sf ? "sf" : "bf", due: row.answerDue },
      );
    }
  } else if (bf && row.status === STATUS.none && row.interestStatus === 2)
    add("start", "興味を示した買手のために、交渉を開始する", { as: "bf" });

  if (row.isDisposalDue) add("disposal", "受け取った資料を廃棄して、確認を記録する", { as: "bf" });
  if (row.unreadCount > 0) add("unread", `未読のメッセージ（${row.unreadCount}件）を読む`);
  if (row.nextAction?.date && soon(row.nextAction.date, now))
    add("next", "次回対応日の用件を進める", { due: row.nextAction.date });

  const live = row.status >= STATUS.anonymous && row.status <= STATUS.conditions;
  if (tasks.length === 0 && live && limits) {
    const since = dayInJapan(row.modified);
    const idle = since === null ? 0 : -(daysLeft(since, now) ?? 0);
    if (idle >= limits.stalledDays) add("stalled", `${idle}日間動きがない交渉を確かめる`);
  }
  return tasks;
}

function soon(day: string | undefined, now: Date): boolean {
  const left = daysLeft(day, now);
  return left !== null && left <= AHEAD_DAYS;
}

/** What the caller can decide now, by where the negotiation stands (isApprovalMe, domain.md 4). */
function decisionOf(
  row: NegotiationRow,
): { kind: "decide" | "offer"; title: string; as: "bf" | "sf" } | undefined {
  switch (row.status) {
    case STATUS.none:
      return { kind: "offer", title: "届いたオファーを、買手へ送るか見送るか決める", as: "bf" };
    case STATUS.anonymous:
      return { kind: "decide", title: "実名開示同意の書面を確認する", as: "bf" };
    case STATUS.hope:
      if (row.sellerApprovalStatus === 2) return { kind: "decide", title: "実名交渉を承認する", as: "sf" };
      if (row.sellerApprovalStatus === 3) return { kind: "decide", title: "実名交渉を却下する", as: "sf" };
      return { kind: "decide", title: "オーナー承諾の書面を確認する", as: "sf" };
    case STATUS.conditions:
      return { kind: "decide", title: "提案された成約を確認する", as: isBF(row.side) ? "bf" : "sf" };
    case STATUS.ended:
      if (row.offerSendStatus === 1)
        return { kind: "offer", title: "届いたオファーを、買手へ送るか見送るか決める", as: "bf" };
      return { kind: "decide", title: "交渉の再開に同意するか決める", as: "sf" };
    default:
      return undefined;
  }
}

/** Listings in charge: sent back by the seller, or near the end of their period. */
export function listingTasks(row: ListingRow, limits: Limits | undefined, now = new Date()): Task[] {
  const task = (kind: TaskKind, title: string, due?: string): Task => ({
    key: `${row.sellerBusinessId}.listing`,
    kind,
    title,
    subject: row.businessName,
    href: `/seller-company-manage/seller-business/${row.sellerBusinessId}`,
    due,
    rank: rankOf(kind, due, now),
  });
  if (row.status === LISTING.remand) return [task("listing", "差戻された案件を直す")];
  const left = daysLeft(row.dueDate, now);
  if (row.status === LISTING.outsidePeriod && left !== null && left < 0)
    return [task("listing", "公開期限が過ぎた案件を延長するか、取り下げる", row.dueDate)];
  if (row.status === LISTING.showing && limits && left !== null && left <= limits.periodReminderDays)
    return [task("listing", "公開期限が近い案件を延長するか決める", row.dueDate)];
  return [];
}

/** Listings in charge whose approval is asked for: a paper for a second pair of eyes, a link that is over. */
export function approvalTask(row: WaitingApproval): Task[] {
  const task = (kind: TaskKind, title: string): Task => ({
    key: `${row.sellerBusinessId}.approval`,
    kind,
    title,
    subject: row.businessName,
    href: `/seller-company-manage/seller-business/${row.sellerBusinessId}`,
    rank: RANKS[kind],
  });
  if (row.pending.kind === "paper")
    return row.pending.canConfirm ? [task("decide", "売手の承諾書を確かめて、案件を公開する")] : [];
  return row.pending.isExpired ? [task("listing", "期限が切れた承認依頼を、もう一度送る")] : [];
}

/** Listing statuses (SPEC.md section 4). */
const LISTING = { showing: 1, remand: 4, outsidePeriod: 5 } as const;

type Buyer = Pick<components["schemas"]["CompanyRow"], "companyId" | "displayName" | "contactName">;

/** A buyer by its name, and by whom the institution has invited as long as it has none. */
function nameOf({ displayName, contactName }: Buyer): string {
  return contactName ? `${displayName}（担当者：${contactName}）` : displayName;
}

/** Days before the end of a trial from which on the institution is told. */
const TRIAL_DAYS = 7;

/** Trial buyers whose days are nearly over, or over (domain.md 6). */
export function trialTask(
  row: Buyer & Pick<components["schemas"]["CompanyRow"], "trialEnd">,
  now = new Date(),
): Task[] {
  const left = daysLeft(row.trialEnd, now);
  if (left === null || left > TRIAL_DAYS) return [];
  return [
    {
      key: `${row.companyId}.trial`,
      kind: "trial",
      title: left < 0 ? "お試しが終わった買手を、本登録に進める" : "お試しが終わる買手を、本登録に進める",
      subject: nameOf(row),
      href: `/buyer-company-manage/${row.companyId}`,
      due: row.trialEnd,
      rank: RANKS.trial,
    },
  ];
}

/** Buyers whose own registration waits for the institution's approval (domain.md 6). */
export function buyerTask(row: Buyer): Task {
  return {
    key: `${row.companyId}.buyer`,
    kind: "decide",
    title: "買手の登録内容を確かめて、承認するか差戻す",
    subject: nameOf(row),
    href: `/buyer-company-manage/${row.companyId}`,
    rank: RANKS.decide,
  };
}

/** Users whom a buyer has added, and whom the institution lets in (domain.md 6). */
export function userTask(row: {
  userId: string;
  clientId: string;
  userName: string;
  companyName: string;
}): Task {
  return {
    key: `${row.userId}.user`,
    kind: "decide",
    title: "買手が追加したユーザを確かめて、承認する",
    subject: `${row.companyName}　${row.userName}`,
    href: `/buyer-company-manage/${row.clientId}?tab=users`,
    rank: RANKS.decide,
  };
}

export interface FunnelStep {
  code: number;
  label: string;
  /** As the buyer's institution. */
  buyer: number;
  /** As the seller's institution. */
  seller: number;
}

/** Own negotiations by status, as buyer's and as seller's institution. */
export function funnelOf(
  codes: readonly { code: number; label: string }[],
  buyerRows: readonly NegotiationRow[],
  sellerRows: readonly NegotiationRow[],
): FunnelStep[] {
  const count = (rows: readonly NegotiationRow[], code: number) =>
    rows.filter((row) => row.status === code).length;
  return codes.map(({ code, label }) => ({
    code,
    label,
    buyer: count(buyerRows, code),
    seller: count(sellerRows, code),
  }));
}
