import { describe, expect, it } from "vitest";
import type { NegotiationRow } from "@/negotiation/types";
import { PLACES, prefectureText, regionHref, shadeOf } from "./regions";
import {
  approvalTask,
  buyerTask,
  funnelOf,
  listingTasks,
  negotiationTasks,
  sortTasks,
  trialTask,
} from "./tasks";

const now = new Date("2026-11-21T03:00:00Z");
const limits = { stalledDays: 14, periodReminderDays: 30 };

function row(more: Partial<NegotiationRow>): NegotiationRow {
  return {
    buyerNegotiationId: "n1",
    version: 1,
    caseNumber: "N-1",
    side: "bf",
    sellerBusinessId: "s1",
    businessName: "東北の食品製造",
    level: 2,
    isStopped: false,
    buyerCompanyId: "b1",
    displayName: "北斗商事",
    status: 1,
    statusLabel: "匿名交渉中",
    statusAt: "2026-11-20T00:00:00",
    modified: "2026-11-20T00:00:00",
    offerSendStatus: 0,
    offerSendStatusLabel: "未送信",
    isApprovalMe: false,
    isConsent: false,
    isUnreadMessage: false,
    unreadCount: 0,
    step: { index: 0, ended: false, labels: [], buyer: "", bf: "", sf: "" },
    isTopInterview: false,
    isBasicAgreement: false,
    ...more,
  };
}

describe("negotiationTasks", () => {
  const titles = (more: Partial<NegotiationRow>) =>
    negotiationTasks(row(more), limits, now).map((task) => task.title);

  it.each<[string, Partial<NegotiationRow>, string[]]>([
    ["nothing to do", {}, []],
    ["unread", { unreadCount: 2 }, ["未読のメッセージ（2件）を読む"]],
    [
      "interest of a buyer in charge",
      { status: 0, interestStatus: 2 },
      ["興味を示した買手のために、交渉を開始する"],
    ],
    ["not interested", { status: 0, interestStatus: 1 }, []],
    [
      "an offer to forward",
      { status: 0, isApprovalMe: true, offerSendStatus: 1 },
      ["届いたオファーを、買手へ送るか見送るか決める"],
    ],
    [
      "the owner is not asked yet",
      { side: "sf", status: 2, sellerApprovalStatus: 0, answerDue: "2026-12-05" },
      ["オーナーへ実名開示の承諾を依頼する"],
    ],
    ["the owner thinks", { side: "sf", status: 2, sellerApprovalStatus: 1, answerDue: "2026-12-05" }, []],
    [
      "the owner thinks too long",
      { side: "sf", status: 2, sellerApprovalStatus: 1, answerDue: "2026-11-24" },
      ["回答期限が近い実名交渉を、オーナーに確かめる"],
    ],
    [
      "the other side is late",
      { status: 2, answerDue: "2026-11-20" },
      ["回答期限が過ぎた実名交渉を、売手側金融機関に確かめる"],
    ],
    [
      "the owner agreed",
      { side: "sf", status: 2, isApprovalMe: true, sellerApprovalStatus: 2 },
      ["実名交渉を承認する"],
    ],
    [
      "the owner refused",
      { side: "sf", status: 2, isApprovalMe: true, sellerApprovalStatus: 3 },
      ["実名交渉を却下する"],
    ],
    ["a paper of a colleague", { status: 1, isApprovalMe: true }, ["実名開示同意の書面を確認する"]],
    ["a contract", { status: 4, isApprovalMe: true }, ["提案された成約を確認する"]],
    ["a request to reopen", { side: "sf", status: 9, isApprovalMe: true }, ["交渉の再開に同意するか決める"]],
    ["stalled", { modified: "2026-11-06T00:00:00" }, ["15日間動きがない交渉を確かめる"]],
    [
      "stalled, but something is to be done anyway",
      { modified: "2026-10-01T00:00:00", unreadCount: 1 },
      ["未読のメッセージ（1件）を読む"],
    ],
    ["over is not stalled", { status: 9, modified: "2026-10-01T00:00:00" }, []],
    ["next action in a week", { nextAction: { date: "2026-11-28", userId: "", userName: "" } }, []],
    [
      "next action today",
      { nextAction: { date: "2026-11-21", userId: "", userName: "" } },
      ["次回対応日の用件を進める"],
    ],
  ])("%s", (_, more, expected) => expect(titles(more)).toEqual(expected));

  it("leads to the desk of the side that must act", () => {
    const [bank] = negotiationTasks(row({ unreadCount: 1 }), limits, now);
    expect(bank?.href).toBe("/financial-support/seller-business/s1?negotiation=n1");
    const [both] = negotiationTasks(
      row({ side: "both", status: 2, isApprovalMe: true, sellerApprovalStatus: 2 }),
      limits,
      now,
    );
    expect(both?.href).toBe("/seller-company-manage/seller-business/s1?negotiation=n1");
  });
});

it("overdue first, then today, then decisions, then the rest", () => {
  const tasks = sortTasks([
    ...negotiationTasks(row({ modified: "2026-10-01T00:00:00", displayName: "停滞" }), limits, now),
    ...negotiationTasks(row({ unreadCount: 1, displayName: "未読" }), limits, now),
    buyerTask({ companyId: "b2", displayName: "登録" }),
    ...negotiationTasks(
      row({ nextAction: { date: "2026-11-21", userId: "", userName: "" }, displayName: "今日" }),
      limits,
      now,
    ),
    ...negotiationTasks(row({ status: 2, answerDue: "2026-11-01", displayName: "遅れ" }), limits, now),
  ]);
  expect(tasks.map((task) => task.subject.split("　")[0])).toEqual(["遅れ", "今日", "登録", "未読", "停滞"]);
});

describe("listingTasks", () => {
  const titles = (status: number, dueDate: string) =>
    listingTasks({ sellerBusinessId: "s1", businessName: "食品", status, dueDate }, limits, now).map(
      (task) => task.title,
    );
  it.each([
    [1, "2027-04-01", []],
    [1, "2026-12-20", ["公開期限が近い案件を延長するか決める"]],
    [4, "2027-04-01", ["差戻された案件を直す"]],
    [5, "2026-11-01", ["公開期限が過ぎた案件を延長するか、取り下げる"]],
    // Not yet shown: its period begins later.
    [5, "2027-04-01", []],
    [2, "2026-11-01", []],
    [3, "2026-11-01", []],
  ])("status %i due %s", (status, due, expected) => expect(titles(status, due)).toEqual(expected));
});

it("counts by status and side", () => {
  const codes = [
    { code: 0, label: "未交渉" },
    { code: 1, label: "匿名交渉中" },
  ];
  expect(funnelOf(codes, [row({}), row({ status: 0 })], [row({})])).toEqual([
    { code: 0, label: "未交渉", buyer: 1, seller: 0 },
    { code: 1, label: "匿名交渉中", buyer: 1, seller: 1 },
  ]);
});

describe("approvalTask", () => {
  const of = (pending: Partial<Parameters<typeof approvalTask>[0]["pending"]>) =>
    approvalTask({
      sellerBusinessId: "s1",
      businessName: "東北の食品製造",
      pending: {
        kind: "paper",
        requestedAt: "",
        expires: "",
        isExpired: false,
        sentTo: "",
        userName: "",
        fileName: "",
        canConfirm: false,
        ...pending,
      },
    }).map(({ kind, title }) => `${kind}：${title}`);

  it("is the second user's, not of the one who brought the paper, nor the seller's in time", () => {
    expect(of({ canConfirm: true })).toEqual(["decide：売手の承諾書を確かめて、案件を公開する"]);
    expect(of({ canConfirm: false })).toEqual([]);
    expect(of({ kind: "link" })).toEqual([]);
    expect(of({ kind: "link", isExpired: true })).toEqual(["listing：期限が切れた承認依頼を、もう一度送る"]);
  });
});

describe("trialTask", () => {
  const of = (trialEnd?: string) =>
    trialTask({ companyId: "c1", displayName: "企業情報未設定", contactName: "試田 栞", trialEnd }, now);

  it("comes up a week before the end and tells nameless ones apart", () => {
    expect(of()).toEqual([]);
    expect(of("2026-12-20")).toEqual([]);
    expect(of("2026-11-25")[0]?.title).toContain("お試しが終わる");
    expect(of("2026-11-20")[0]?.title).toContain("お試しが終わった");
    expect(of("2026-11-20")[0]?.subject).toBe("企業情報未設定（担当者：試田 栞）");
  });
});

it("what must be disposed of is the buyer's institution's task", () => {
  const tasks = negotiationTasks(row({ status: 9, isDisposalDue: true, side: "both" }), limits, now);
  expect(tasks.map(({ kind, href }) => [kind, href])).toEqual([
    ["disposal", "/financial-support/seller-business/s1?negotiation=n1"],
  ]);
});

it("a deadline of the next days goes before what has none", () => {
  const soon = listingTasks(
    { sellerBusinessId: "s1", businessName: "a", status: 1, dueDate: "2026-11-23" },
    limits,
    now,
  );
  const later = listingTasks(
    { sellerBusinessId: "s2", businessName: "b", status: 1, dueDate: "2026-12-10" },
    limits,
    now,
  );
  const buyer = buyerTask({ companyId: "c1", displayName: "北斗商事" });
  expect(sortTasks([...later, buyer, ...soon]).map(({ key }) => key)).toEqual([
    "s1.listing",
    "c1.buyer",
    "s2.listing",
  ]);
});

describe("the picture of the regions", () => {
  it("has a place of its own for every region, and none overlaps", () => {
    const squares = Object.values(PLACES).flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(Object.keys(PLACES)).toHaveLength(10);
    expect(new Set(squares).size).toBe(squares.length);
  });

  it("shades by share, finds what it counts, and names what is published", () => {
    expect([0, 1, 5, 10].map((count) => shadeOf(count, 10))).toEqual([0, 1, 2, 4]);
    expect(regionHref(["36", "37"])).toBe("/seller-business?isPublic=true&location=36&location=37");
    expect(prefectureText({ prefectureList: [{ prefecturecode: "13", name: "東京都", count: 2 }] })).toBe(
      "東京都 2件",
    );
    expect(prefectureText({ prefectureList: [] })).toBe("");
  });
});
