import { describe, expect, it } from "vitest";
import { duty } from "@/negotiation/duty";
import { type Deed, nextSteps, partOf, readOnly } from "./next";
import { columnsOf } from "./tab/partners";
import type { ApprovalState, Overview, Partner } from "./types";

const NOW = new Date("2026-11-21T03:00:00Z");

function listing(changes: Partial<Overview>): Overview {
  return {
    status: 0,
    dueDate: "2027-05-21",
    isStopped: false,
    moves: [{ event: "request_approval", label: "" }],
    ...changes,
  } as Overview;
}

function partner(changes: Partial<Partner>): Partner {
  return {
    buyerNegotiationId: "n1",
    displayName: "匿名",
    buyerFinancialName: "乙銀行",
    status: 1,
    isUnreadMessage: false,
    unreadCount: 0,
    step: { sf: "" },
    ...changes,
  } as Partner;
}

function pending(changes: Partial<NonNullable<ApprovalState["pending"]>>): ApprovalState {
  return {
    pending: {
      kind: "link",
      requestedAt: "",
      expires: "2026-11-25T03:00:00",
      isExpired: false,
      sentTo: "",
      userName: "甲乙 太郎",
      fileName: "",
      canConfirm: false,
      whyNot: "",
      ...changes,
    },
  } as ApprovalState;
}

const steps = (
  overview: Partial<Overview>,
  approval: ApprovalState | null = null,
  partners: Partner[] = [],
  detailsStatus = 1,
) => nextSteps(listing(overview), detailsStatus, approval, partners, 30, NOW);

const first = (...args: Parameters<typeof steps>) => {
  const [step] = steps(...args);
  return [step?.kind, step?.deed?.kind];
};

describe("the next thing to do", () => {
  it.each<[string, Parameters<typeof steps>, (string | undefined)[]]>([
    ["details first", [{}, null, [], 3], ["todo", "edit"]],
    ["then the request", [{}], ["todo", "request"]],
    [
      "what is missing",
      [{ moves: [{ event: "request_approval", label: "", blocked: "未入力" }] }],
      ["todo", "edit"],
    ],
    [
      "hits are justified in the request",
      [
        {
          moves: [{ event: "request_approval", label: "", blocked: "匿名化チェックの指摘が残っています。" }],
        },
      ],
      ["todo", "request"],
    ],
    ["the seller's answer", [{}, pending({})], ["waiting", undefined]],
    ["a dead link", [{}, pending({ isExpired: true })], ["todo", "request"]],
    ["a paper to confirm", [{}, pending({ kind: "paper", canConfirm: true })], ["todo", "confirmPaper"]],
    ["one's own paper", [{}, pending({ kind: "paper" })], ["waiting", undefined]],
    ["sent back", [{ status: 4, returnComment: "直して" }], ["todo", "edit"]],
    ["public with changes", [{ status: 1, isApprovedData: false }], ["todo", "request"]],
    ["public and approved", [{ status: 1, isApprovedData: true }], ["info", "offers"]],
    ["stopped", [{ status: 1, isApprovedData: true, isStopped: true }], ["info", "audience"]],
    ["soon over", [{ status: 1, isApprovedData: true, dueDate: "2026-12-01" }], ["todo", "audience"]],
    ["over", [{ status: 5, isApprovedData: true, dueDate: "2026-11-01" }], ["todo", "audience"]],
    ["not begun", [{ status: 5, isApprovedData: true, startDate: "2026-12-01" }], ["waiting", undefined]],
    ["sold", [{ status: 2 }], ["done", undefined]],
    ["taken off", [{ status: 3, stopReason: "中止" }], ["done", "audience"]],
  ])("%s", (_, args, expected) => expect(first(...args)).toEqual(expected));

  it("an owner's consent and an answer come before everything else", () => {
    const all = steps({ status: 1, isApprovedData: false, dueDate: "2026-11-30" }, null, [
      partner({ buyerNegotiationId: "unread", isUnreadMessage: true, unreadCount: 2 }),
      partner({ buyerNegotiationId: "ask", status: 2, sellerApprovalStatus: 0, answerDue: "2026-11-30" }),
      partner({ buyerNegotiationId: "asked", status: 2, sellerApprovalStatus: 1 }),
      partner({ buyerNegotiationId: "answer", status: 2, sellerApprovalStatus: 2 }),
    ]);
    expect(
      all.map(({ kind, deed }) => [
        kind,
        deed && "buyerNegotiationId" in deed ? deed.buyerNegotiationId : deed?.kind,
      ]),
    ).toEqual([
      ["todo", "ask"],
      ["todo", "answer"],
      ["todo", "request"],
      ["todo", "unread"],
      ["todo", "audience"],
      ["waiting", "asked"],
      ["info", "offers"],
    ]);
    expect(all[0]).toMatchObject({
      partner: { buyerNegotiationId: "ask" },
      due: { label: "回答期限", date: "2026-11-30" },
      deed: { opens: "ask_owner" },
    });
  });
  it("each buyer has one line, the nearest deadline first", () => {
    const found = steps({ status: 1, isApprovedData: true }, null, [
      partner({ buyerNegotiationId: "late", status: 2, sellerApprovalStatus: 0, answerDue: "2026-12-20" }),
      partner({ buyerNegotiationId: "none", ask: "提案された成約を確認する", status: 4, isApprovalMe: true }),
      partner({
        buyerNegotiationId: "soon",
        status: 2,
        sellerApprovalStatus: 2,
        answerDue: "2026-11-24",
        isUnreadMessage: true,
        unreadCount: 2,
      }),
      partner({ buyerNegotiationId: "read", isUnreadMessage: true, unreadCount: 1 }),
      partner({ buyerNegotiationId: "quiet" }),
    ]);
    expect(found.map((step) => step.partner?.buyerNegotiationId)).toEqual([
      "soon",
      "late",
      "none",
      "read",
      undefined,
    ]);
    expect(found[0]?.text).toContain("未読メッセージも2件");
    // Deeds open where they stand; a message is read in its negotiation.
    expect(found.map(({ deed }) => deed && "opens" in deed && deed.opens)).toEqual([
      "approve_realname",
      "ask_owner",
      "asked",
      false,
      false,
    ]);
  });
});

describe("partners", () => {
  it.each([
    [
      partner({ status: 2, sellerApprovalStatus: 0, answerDue: "2026-11-30" }),
      "オーナーの承諾を得る（回答期限 あと9日）",
    ],
    [partner({ status: 2, sellerApprovalStatus: 2 }), "実名交渉の希望に回答"],
    [partner({ status: 2, sellerApprovalStatus: 2, isAvoided: true }), "打診しない先に一致：却下する"],
    [partner({ isUnreadMessage: true, unreadCount: 3 }), "未読3件を読む"],
    [partner({ step: { sf: "質問に答えます。" } as Partner["step"] }), "質問に答えます。"],
  ])("%#", (row, text) => expect(duty(row, NOW)).toBe(text));
  it("stand in the order of the steps, none is lost", () => {
    const rows = [partner({ status: 9 }), partner({ status: 1 }), partner({ status: 0 })];
    const columns = columnsOf(rows, [
      { code: 0, label: "" },
      { code: 1, label: "" },
      { code: 9, label: "" },
    ]);
    expect(columns.map((column) => column.partners.length)).toEqual([1, 1, 1]);
  });
});

describe("what a deal stands still for", () => {
  const asked = partner({
    buyerNegotiationId: "n2",
    status: 4,
    isApprovalMe: true,
    ask: "提案された成約を確認する",
    isUnreadMessage: true,
    unreadCount: 3,
  });

  it("comes before unread mail, in the next step and in the list", () => {
    const [step] = steps({ status: 1, isApprovedData: true }, null, [
      partner({ isUnreadMessage: true, unreadCount: 9 }),
      asked,
    ]);
    expect(step).toMatchObject({ kind: "todo", deed: { buyerNegotiationId: "n2" } });
    expect(step?.text).toContain("提案された成約を確認する");
    expect(duty(asked, NOW)).toBe("提案された成約を確認する");
  });

  it("a sold listing is not over before its closing is", () => {
    const closing = partner({
      status: 5,
      ask: "クロージングの完了日と成約金額を記録する",
      closingDue: "2026-12-01",
    });
    expect(steps({ status: 2 }, null, [closing]).map(({ kind }) => kind)).toEqual(["todo"]);
    expect(steps({ status: 2 }, null, [partner({ status: 5 })]).map(({ kind }) => kind)).toEqual(["done"]);
  });

  it("says why and until when nothing new is taken", () => {
    const [step] = steps({ status: 1, isApprovedData: true, isStopped: true, stoppedUntil: "2026-12-31" });
    expect(step?.text).toContain("2026/12/31");
  });
});

it("leads who is not in charge to a negotiation, not into its dialog, and leaves him what a second pair of eyes confirms", () => {
  const deed = (opens?: "approve_realname"): Deed => ({
    kind: "negotiation",
    label: "実名交渉を承認する",
    buyerNegotiationId: "n1",
    opens,
  });
  expect(readOnly(deed("approve_realname"))).toEqual({ ...deed(), label: "交渉を開く" });
  expect(readOnly(deed())).toEqual(deed());
  expect(readOnly(undefined)).toBeUndefined();
  const parts = (["edit", "request", "offers", "audience"] as const).map((kind) =>
    partOf({ kind, label: "" }),
  );
  expect(new Set(parts)).toEqual(new Set(["acts"]));
  expect(partOf({ kind: "confirmPaper", label: "" })).toBe("confirms");
  expect(partOf(deed())).toBeUndefined();
});
