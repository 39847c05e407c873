// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { forgetKey, passcodeDigits, takeKey } from "@/lib/mailedKey";
import { sameMail } from "./approval/ApprovalDialog";
import { clearHandover, clearMemory, draftName, keepBase, readHandover, saveHandover } from "./form/handover";
import { clearJustifications, keepJustifications, readJustifications } from "./form/justifications";
import { completeValues } from "./testMasters";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

describe("what passes from the form to its confirmation", () => {
  const form = draftName("", "c1");
  const handover = { values: completeValues(), base: null, errors: [{ name: "phone", message: "誤り" }] };
  it("comes back whole, and as a return", () => {
    saveHandover(form, "u1", handover);
    expect(readHandover(form, "u1")).toEqual({ ...handover, isReturn: true });
    expect(readHandover(form, "u2")).toBeNull();
    expect(readHandover(draftName("l1", "c1"), "u1")).toBeNull();
    clearHandover(form, "u1");
  });
  it("survives a crash as a draft, without what the server refused", () => {
    saveHandover(form, "u1", handover);
    clearMemory(form, "u1");
    keepBase(form, "u1", completeValues({ businessName: "元の表題" }));
    expect(readHandover(form, "u1")).toMatchObject({
      values: handover.values,
      base: { businessName: "元の表題" },
      errors: [],
    });
  });
  it("leaves nothing behind once it is saved", () => {
    saveHandover(form, "u1", { ...handover, base: completeValues() });
    clearHandover(form, "u1");
    expect(readHandover(form, "u1")).toBeNull();
    expect(localStorage.length).toBe(0);
  });
});

it("justifications wait until the request, empty ones do not", () => {
  keepJustifications("l1", "u1", { a: "多数ある", b: " " });
  expect(readJustifications("l1", "u1")).toEqual({ a: "多数ある" });
  expect(readJustifications("l2", "u1")).toEqual({});
  clearJustifications("l1", "u1");
  expect(localStorage.length).toBe(0);
});

describe("the key of a mailed link", () => {
  it("is remembered for a reload of the address without it, until the decision", () => {
    history.replaceState(null, "", "/seller-business/approve?key=abc");
    expect(takeKey("k")).toBe("abc");
    history.replaceState(null, "", "/seller-business/approve");
    expect(takeKey("k")).toBe("abc");
    forgetKey("k");
    expect(takeKey("k")).toBe("");
  });
  it("is never kept beyond the tab", () => {
    history.replaceState(null, "", "/seller-business/approve?key=abc");
    takeKey("k");
    expect(localStorage.length).toBe(0);
  });
});

it.each([
  ["１２３４ ５６７８", "12345678"],
  ["1234-5678", "12345678"],
  ["12345678\n", "12345678"],
  ["abc", "abc"],
])("passcode %j is read as %s", (typed, read) => expect(passcodeDigits(typed)).toBe(read));

it.each([
  ["Taro@Example.jp ", "taro@example.jp", true],
  ["ｔａｒｏ@example.jp", "taro@example.jp", true],
  ["hanako@example.jp", "taro@example.jp", false],
  ["", "", false],
])("%j and %j are one address: %s", (a, b, same) => expect(sameMail(a, b)).toBe(same));
