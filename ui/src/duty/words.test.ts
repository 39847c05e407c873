import { describe, expect, it } from "vitest";
import type { Duty, DutyField, DutyGate, DutyLack, DutyWaiver } from "@/api/duty";
import {
  askedValues,
  chosenKeys,
  confirmBlock,
  dutyOfLack,
  emptyWords,
  fieldOf,
  firstValues,
  gatesInOrder,
  inOrder,
  isAsked,
  lackWords,
  mayWaive,
  reportClasses,
  summaryWords,
  toldWords,
  valueText,
} from "./words";

const lack = (more: Partial<DutyLack> = {}): DutyLack => ({
  kind: 3,
  kindLabel: "買手調査",
  record: 1,
  companyId: "c1",
  level: 2,
  levelLabel: "必須",
  stateLabel: "未実施",
  ...more,
});
const fee = lack({ kind: 7, kindLabel: "手数料", level: 1, levelLabel: "警告" });
const gate = (at: number, missingList: DutyLack[] = []): DutyGate => ({
  gate: at,
  gateLabel: `操作${at}`,
  level: 0,
  missingList,
});
const duty = (more: Partial<Duty> = {}): Duty => ({
  kind: 3,
  kindLabel: "買手調査",
  record: 1,
  companyId: "c1",
  recordName: "買手企業",
  state: "missing",
  stateLabel: "未実施",
  earlierCount: 0,
  ...more,
});
const waiver = (state: string): DutyWaiver => ({
  waiverId: "w",
  reason: "急ぎ",
  userName: "蒼井 三郎",
  created: "2026-11-20T01:00:00",
  state,
});

describe("what is next", () => {
  it("is the first step, of both sides where one bank has both; of later ones those that miss something", () => {
    const gates = [gate(4, [fee]), gate(4, []), gate(5, [lack()]), gate(6)];
    expect(gatesInOrder(gates)).toEqual({ next: gates.slice(0, 2), later: [gates[2]] });
    expect(gatesInOrder([])).toEqual({ next: [], later: [] });
  });
  it("names the required first, and says what was waived", () => {
    expect(inOrder([fee, lack()]).map(({ kind }) => kind)).toEqual([3, 7]);
    expect(lackWords([fee, lack()])).toBe("必須 買手調査（未実施）、警告 手数料（未実施）");
    expect(lackWords([lack({ waiver: waiver("confirmed") })])).toBe("必須 買手調査（省略を認めた）");
    expect(lackWords([lack({ waiver: waiver("waiting") })])).toBe("必須 買手調査（未実施）");
  });
  it("finds the duty of the same company, or of the negotiation", () => {
    const [seller, side] = [duty({ companyId: "c2" }), duty({ record: 3, companyId: undefined })];
    expect(dutyOfLack([seller, duty()], lack())).toEqual(duty());
    expect(dutyOfLack([seller, duty(), side], lack({ record: 3, companyId: undefined }))).toBe(side);
    expect(dutyOfLack([seller], lack())).toBeUndefined();
  });
});

describe("going on without", () => {
  it.each([
    ["required and missing", lack(), "missing", true],
    ["only advised", fee, "missing", false],
    ["what stops everything", lack(), "stopped", false],
    ["asked for already", lack({ waiver: waiver("waiting") }), "missing", false],
    ["granted already", lack({ waiver: waiver("confirmed") }), "missing", false],
    ["refused: once more", lack({ waiver: waiver("refused") }), "expired", true],
  ])("%s", (_, of, state, may) => expect(mayWaive(of, duty({ state }))).toBe(may));
  it("the second user is another one", () => {
    expect(confirmBlock({ canConfirm: true })).toBeUndefined();
    expect(confirmBlock({ canConfirm: false, notConfirm: "承認者ではありません。" })).toBe(
      "承認者ではありません。",
    );
    expect(confirmBlock({})).toBe("別の承認者が確認します。");
  });
});

it("the summary counts by state, the pressing ones first, and nothing that nobody asked for", () => {
  const duties = [
    duty({ state: "none", stateLabel: "申出なし" }),
    duty({ state: "done", stateLabel: "済み" }),
    duty(),
    duty(),
    duty({ state: "expired", stateLabel: "期限切れ" }),
  ];
  expect(summaryWords(duties)).toBe("4件：期限切れ 1件、未実施 2件、済み 1件");
});

describe("a value in words", () => {
  const field = (type: string, more: Partial<DutyField> = {}): DutyField => ({
    key: "x",
    label: "項目",
    type,
    ...more,
  });
  const choiceList = [
    { key: "a", label: "甲" },
    { key: "b", label: "乙" },
  ];
  it.each([
    [field("choice", { choiceList }), "b", "乙"],
    [field("choices", { choiceList }), "a,b", "甲、乙"],
    [field("choices", { choiceList, isAll: true }), "a,b", "すべて（2項目）"],
    [field("date"), "2026-11-20", "2026/11/20"],
    [field("number", { unit: "千円" }), "12000", "12,000千円"],
    [field("prose"), "一行目\n二行目", "一行目\n二行目"],
    [field("text"), undefined, ""],
    [field("choice", { choiceList }), "gone", "gone"],
  ])("%#", (of, value, text) => expect(valueText(of, value)).toBe(text));
  it("an empty one is asked for by its type", () => {
    expect(emptyWords(field("choice"))).toBe("項目を選んでください。");
    expect(emptyWords(field("prose"))).toBe("項目を入力してください。");
  });
});

describe("fields that depend on another one", () => {
  const field = (key: string, more: Partial<DutyField> = {}): DutyField => ({
    key,
    label: key,
    type: "text",
    ...more,
  });
  const second = field("bank2", { onlyKey: "count", onlyChoices: ["2", "3"] });

  it("are asked for where it says so, the others always", () => {
    expect(isAsked(second, { count: "2" })).toBe(true);
    expect(isAsked(second, { count: "1" })).toBe(false);
    expect(isAsked(second, {})).toBe(false);
    expect(isAsked(field("note"), {})).toBe(true);
  });

  it("are sent empty where they are not asked for any more", () => {
    expect(askedValues([field("count"), second], { count: "1", bank2: "入江銀行" })).toEqual({
      count: "1",
      bank2: "",
    });
  });

  it("are not sent where the server writes them", () => {
    expect(
      askedValues([field("count"), { ...field("example"), isWritten: true }], { count: "1", example: "x" }),
    ).toEqual({
      count: "1",
    });
  });
});

it("a report names what is of concern first, and each class once", () => {
  const item = (label: string, isConcern = false) => ({
    label,
    isConcern,
    resultLabel: isConcern ? "気になる点あり" : "問題なし",
  });
  expect(reportClasses([item("財務"), item("資金の見込み", true), item("事業の実態")])).toEqual([
    { label: "気になる点あり", items: "資金の見込み" },
    { label: "問題なし", items: "財務、事業の実態" },
  ]);
  expect(reportClasses([item("財務")])).toEqual([{ label: "問題なし", items: "財務" }]);
  expect(reportClasses([])).toEqual([]);
});

it("a form promises no more silence than there is", () => {
  expect(toldWords({ kind: 1 })).toContain("買手・売手には伝わりません");
  expect(toldWords({ kind: 12 })).toContain("開示台帳に残り、売手への報告にも載ります");
  expect(toldWords({ kind: 14, isForOwner: true })).toContain("売手だけがこの内容を読みます");
});

describe("the items of a text in versions", () => {
  const items: DutyField = {
    key: "items",
    label: "説明した点",
    type: "choices",
    isAll: true,
    choiceList: [
      { key: "a", label: "いまの見出し" },
      { key: "b", label: "新しい点" },
    ],
  };
  const kind = { text: { textId: "2", name: "注意点 第2版", isSample: false, fieldKey: "items" } };

  it("are named as in the version of the record", () => {
    const used = {
      textId: "1",
      name: "注意点 第1版",
      choiceList: [
        { key: "a", label: "前の見出し" },
        { key: "c", label: "なくした点" },
      ],
    };
    expect(valueText(fieldOf(items, kind, used), "a,c")).toBe("すべて（2項目）");
    expect(valueText(fieldOf(items, kind, used), "c")).toBe("なくした点");
    expect(valueText(fieldOf(items, kind, undefined), "a")).toBe("いまの見出し");
    expect(fieldOf({ ...items, key: "other" }, kind, used).choiceList).toBe(items.choiceList);
  });

  it("are ticked from the start only where the record has the version in force", () => {
    const form = { ...kind, fieldList: [items, { key: "note", label: "メモ", type: "prose" }] };
    const values = { items: "a,b", note: "前のとおり" };
    expect(firstValues(form, { values, text: { textId: "2" } })).toEqual(values);
    expect(firstValues(form, { values, text: { textId: "1" } })).toEqual({ items: "", note: "前のとおり" });
    expect(firstValues(form, {})).toEqual({ items: "", note: "" });
    expect(firstValues({ fieldList: [items] }, { values })).toEqual({ items: "a,b" });
  });

  it("are sent as far as they are in the version in force, and nothing that the server writes", () => {
    expect(chosenKeys(items, "c,b,a")).toEqual(["a", "b"]);
    expect(chosenKeys(items, undefined)).toEqual([]);
    const text: DutyField = { key: "text", label: "使った書面", type: "text", isWritten: true };
    expect(askedValues([text, items], { text: "第1版", items: "c,a" })).toEqual({ items: "a" });
  });
});
