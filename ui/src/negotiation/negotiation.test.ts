import { describe, expect, it } from "vitest";
import { FAILED } from "@/messages";
import { describeBuyer } from "./buyer";
import { linkify } from "./links";
import { milestoneRows } from "./milestones";
import { moveBlock, moveLabel, movesInOrder, movesTo, nextMove } from "./moves";
import { moveTexts } from "./moveTexts";
import { byDay, channelsOf, isUnread, threadOf } from "./thread";
import type { NegotiationMessage, NegotiationMove } from "./types";
import { visibilityOf } from "./visibility";

function move(name: NegotiationMove["move"], more: Partial<NegotiationMove> = {}): NegotiationMove {
  return { move: name, label: name, to: [], needs: [], onPaper: false, blocked: "", ...more };
}

describe("linkify", () => {
  it.each([
    ["plain", ["plain"]],
    ["資料は https://example.jp/a?b=1 です。", ["資料は ", "→https://example.jp/a?b=1", " です。"]],
    ["（https://example.jp/）を見て", ["（", "→https://example.jp/", "）を見て"]],
    ["See https://example.jp/a.", ["See ", "→https://example.jp/a", "."]],
    // Neither of these is followed.
    ["javascript:alert(1)", ["javascript:alert(1)"]],
    ["https://bank.example.jp@evil.example/", ["https://bank.example.jp@evil.example/"]],
    ["<b>https://", ["<b>https://"]],
  ])("%s", (body, expected) =>
    expect(linkify(body).map(({ text, href }) => (href ? `→${href}` : text))).toEqual(expected),
  );
  it("loses nothing", () => {
    const body = "a https://x.jp/1、b\nhttps://y.jp/2) c";
    expect(
      linkify(body)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(body);
  });
});

describe("moves", () => {
  const moves = [
    move("end"),
    move("realname_consent", { onPaper: true }),
    move("request_realname", { blocked: "まだです" }),
    move("consent"),
  ];
  it("the next step is the open deed that goes on; the end comes last", () => {
    expect(nextMove({ moves })?.move).toBe("consent");
    expect(movesInOrder({ moves }).map((m) => m.move)).toEqual([
      "consent",
      "realname_consent",
      "request_realname",
      "end",
    ]);
  });
  it("a paper in the buyer's place is never the next step", () =>
    expect(nextMove({ moves: [move("consent", { onPaper: true }), move("end")] })).toBeUndefined());
  it("an owner who has the link is waited for", () => {
    const owner = { status: 1, statusLabel: "依頼中", isExpired: false, isPaper: false };
    const asking = { moves: [move("ask_owner")], papers: [], owner };
    expect(nextMove(asking)).toBeUndefined();
    expect(moveLabel(asking, "ask_owner")).toBe("オーナーへもう一度依頼する");
    expect(nextMove({ ...asking, owner: { ...owner, isExpired: true } })?.move).toBe("ask_owner");
  });

  it("says why not, also when the move is gone", () => {
    expect(moveBlock({ moves, statusLabel: "匿名交渉中" }, "consent")).toBeUndefined();
    expect(moveBlock({ moves, statusLabel: "匿名交渉中" }, "request_realname")).toBe("まだです");
    expect(moveBlock({ moves, statusLabel: "匿名交渉中" }, "start")).toContain("匿名交渉中");
  });

  it("names a deed on paper by who does it", () => {
    const paper = {
      paperId: "p",
      kind: "realname_consent" as const,
      fileName: "a.pdf",
      requestedBy: "",
      requested: "",
      canConfirm: true,
      whyNot: "",
    };
    expect(moveLabel({ moves, papers: [] }, "realname_consent")).toBe("実名開示同意の書面を登録する");
    expect(moveLabel({ moves, papers: [paper] }, "realname_consent")).toBe("実名開示同意の書面を確認する");
    expect(moveLabel({ moves, papers: [] }, "consent")).toBe("consent");
  });

  it("a card's way to a column", () => {
    const at4 = {
      status: 4,
      moves: [move("propose_contract", { to: [4] }), move("end", { to: [9] })],
    };
    expect(movesTo(at4, 5).map((m) => m.move)).toEqual(["propose_contract"]);
    expect(movesTo(at4, 9).map((m) => m.move)).toEqual(["end"]);
    expect(movesTo(at4, 3)).toEqual([]);
    expect(movesTo(at4, 4)).toEqual([]);
  });
});

describe("moveTexts", () => {
  const limits = { answerDays: 14, nextRequestDays: 30, reopenDays: 90 };
  const text = (kind: NegotiationMove["move"], side: "buyer" | "bf" | "sf" | "both", status = 4) =>
    moveTexts(kind, { side, status }, limits).consequence.join("");

  it.each(["consent", "request_realname", "approve_realname", "confirm_contract", "end"] as const)(
    "%s cannot be taken back, and says so",
    (kind) => expect(moveTexts(kind, { side: "bf", status: 1 }, limits).irrevocable).toBe(true),
  );
  it("bidders never read of other negotiations", () => {
    expect(text("confirm_contract", "sf")).toContain("他の交渉");
    for (const side of ["buyer", "bf"] as const) expect(text("confirm_contract", side)).not.toContain("他の");
  });
  it("an end before the start is told to nobody", () => expect(text("end", "bf", 0)).not.toContain("再開"));
  it("fails in the words of the specification", () => {
    const failed = (kind: NegotiationMove["move"]) =>
      moveTexts(kind, { side: "sf", status: 2 }, limits).failed;
    expect(failed("consent")).toBe(FAILED.consent);
    expect(failed("approve_realname")).toBe(FAILED.negotiationApprove);
    expect(failed("reject_realname")).toBe(FAILED.negotiationApprove);
    expect(failed("interest")).toBe(FAILED.interestStatus);
    expect(failed("conditions")).toBe(FAILED.negotiationStatus);
  });
});

describe("visibilityOf", () => {
  const see = (status: number, isConsent: boolean, offerSendStatus: number, fromStatus: number) => {
    const { seller, buyer } = visibilityOf({ status, isConsent, offerSendStatus, end: { fromStatus } });
    return [seller, buyer].map((rows) => rows.map((row) => row.openness[0]).join("")).join(" ");
  };
  // seller: anonymous, L3 texts, amounts, names; buyer: anonymous, names, amounts. (domain.md 3.5)
  it.each([
    [0, false, 0, 0, "occcc ccc"],
    [0, true, 0, 0, "occcc ccc"],
    [0, false, 2, 0, "occcc occ"],
    [1, false, 0, 0, "occcc occ"],
    [1, true, 0, 0, "oopcc occ"],
    [2, true, 0, 0, "oopcc oop"],
    [3, true, 0, 0, "ooooo ooo"],
    [5, true, 0, 0, "ooooo ooo"],
    [9, true, 0, 3, "occcc occ"],
    // What ended before it began was never told to the seller's side.
    [9, true, 0, 0, "occcc ccc"],
  ])("status %i, consent %s, offer %i, ended from %i", (status, isConsent, offer, from, expected) =>
    expect(see(status, isConsent, offer, from)).toBe(expected),
  );
});

describe("threads", () => {
  const message = (id: string, more: Partial<NegotiationMessage>): NegotiationMessage => ({
    buyerNegotiationMessageId: id,
    buyerNegotiationId: "n",
    sendUserType: 2,
    isMine: false,
    messageOriginatorType: 2,
    messageType: 1,
    messageBody: "",
    isClosed: false,
    existsAttachedFile: false,
    readStatus: 0,
    created: "2026-11-21T01:00:00",
    ...more,
  });
  const all = [
    message("a", { messageType: 1 }),
    message("b", { messageType: 3, messageOriginatorType: 4 }),
    message("c", { messageType: 2, isMine: true, created: "2026-11-21T15:30:00" }),
    message("d", { messageType: 2, readStatus: 1, created: "2026-11-22T01:00:00" }),
  ];
  it("each side has its channels", () =>
    expect(
      (["buyer", "bf", "both", "sf"] as const).map((s) => channelsOf(s).map((c) => c.messageType)),
    ).toEqual([[1], [1, 2], [1, 2], [2]]));
  it("a channel holds its own messages and the system lines", () => {
    expect(threadOf(all, 1).map((m) => m.buyerNegotiationMessageId)).toEqual(["a", "b"]);
    expect(threadOf(all, 2).map((m) => m.buyerNegotiationMessageId)).toEqual(["b", "c", "d"]);
  });
  it("only the other side's unread message waits", () =>
    expect(all.filter(isUnread).map((m) => m.buyerNegotiationMessageId)).toEqual(["a"]));
  it("days are Japan's", () =>
    expect(byDay(all).map((d) => [d.day, d.messages.length])).toEqual([
      ["2026-11-21", 2],
      ["2026-11-22", 2],
    ]));
});

it("milestones stand in their order, recorded or not, and open as the server says", () => {
  const codes = ["TopInterview", "Contract", "Closing"].map((name, index) => ({
    code: index + 1,
    name,
    label: name,
  }));
  const contract = { kind: 2, label: "Contract", date: "2027-01-10", side: "sf" as const };
  expect(
    milestoneRows(codes, {
      milestones: [contract],
      openMilestones: [1, 3],
      milestoneForms: [],
      proposals: [],
    }).map(({ isOpen, recorded }) => [isOpen, recorded?.date]),
  ).toEqual([
    [true, undefined],
    [false, "2027-01-10"],
    [true, undefined],
  ]);
});

it("a buyer is told by what the server sent, and no more", () => {
  const { overview, details } = describeBuyer(
    {
      companyId: "b",
      displayName: "北斗商事",
      companyName: "株式会社北斗商事",
      industryType: ["12001"],
      details: {
        companyId: "b",
        prefectureName: "宮城県",
        cityName: "仙台市",
        homePageUrl: "javascript:alert(1)",
        salesAmountBand: "5億円以上10億円未満",
        capitalAmount: 30_000,
      },
    },
    {
      industries: [
        {
          code: "12",
          name: "建設業",
          kana: "",
          items: [{ code: "12001", name: "総合工事業", words: "", hasFreeText: false }],
        },
      ],
    },
  );
  expect(overview[0]).toEqual({ term: "業種", value: "総合工事業" });
  expect(details.map(({ term, value }) => `${term}=${value}`)).toEqual([
    "企業名=株式会社北斗商事",
    "所在地=宮城県仙台市",
    "ホームページ=javascript:alert(1)",
    "資本金=3,000万円",
    "売上高=5〜10億円",
  ]);
  expect(details.find(({ term }) => term === "ホームページ")?.href).toBeUndefined();
});
