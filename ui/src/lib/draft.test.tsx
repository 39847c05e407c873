// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  deleteExpiredDrafts,
  draftsOf,
  dropDrafts,
  lastDraftTime,
  openDrafts,
  readDraft,
  saveDraft,
  useDraft,
  VISITOR,
} from "./draft";

const DAY = 86_400_000;
const KEY = "0f".repeat(32);
const OTHER_KEY = "f0".repeat(32);

beforeEach(() => {
  localStorage.clear();
  openDrafts("u1", KEY);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("a stored draft", () => {
  it("belongs to one form and one user", () => {
    saveDraft("seller", "u1", { name: "甲" });
    expect(readDraft("seller", "u1")?.values).toEqual({ name: "甲" });
    expect(readDraft("seller", "u2")).toBeNull();
    expect(readDraft("buyer", "u1")).toBeNull();
  });
  it("expires after seven days, and is then deleted at the start", () => {
    saveDraft("seller", "u1", { name: "甲" }, 0);
    openDrafts("u2", OTHER_KEY);
    saveDraft("seller", "u2", { name: "乙" }, DAY);
    deleteExpiredDrafts(7 * DAY);
    expect(localStorage.length).toBe(1);
    expect(readDraft("seller", "u2", 8 * DAY)).toBeNull();
    expect(localStorage.length).toBe(0);
  });
  it("of a visitor expires after a day, and is then deleted at the start", () => {
    saveDraft("inquiry", VISITOR, { name: "甲" }, 0);
    saveDraft("account-request", VISITOR, { name: "甲" }, 1);
    expect(readDraft("inquiry", VISITOR, DAY - 1)?.values).toEqual({ name: "甲" });
    deleteExpiredDrafts(DAY);
    expect(Object.keys(localStorage)).toEqual(["tsunagu.draft.visitor.account-request"]);
    expect(readDraft("account-request", VISITOR, DAY + 1)).toBeNull();
  });
  it("of who registers by a link is kept for seven days, also through a start", () => {
    saveDraft("registration.key", "", { name: "甲" }, 0);
    deleteExpiredDrafts(7 * DAY - 1);
    expect(readDraft("registration.key", "", 7 * DAY - 1)?.values).toEqual({ name: "甲" });
    openDrafts("u2", OTHER_KEY);
    expect(readDraft("registration.key", "", 1)?.values).toEqual({ name: "甲" });
    expect(readDraft("registration.key", "u2", 1)).toBeNull();
    deleteExpiredDrafts(7 * DAY);
    expect(localStorage.length).toBe(0);
  });
  it("is deleted at its user's log-out, and none is saved afterwards", () => {
    openDrafts("leaver2", OTHER_KEY);
    saveDraft("seller", "leaver2", { name: "丙" }, 3000);
    openDrafts("leaver", KEY);
    saveDraft("seller", "leaver", { name: "甲" }, 1000);
    saveDraft("buyer", "leaver", { name: "乙" }, 2000);
    expect(lastDraftTime("leaver")).toEqual(new Date(2000));
    dropDrafts("leaver");
    saveDraft("seller", "leaver", { name: "甲" });
    expect(lastDraftTime("leaver")).toBeNull();
    expect(Object.keys(localStorage)).toEqual(["tsunagu.draft.leaver2.seller"]);
  });
  it("shows nothing to who has not its user's key, and is there when its user is back", () => {
    saveDraft("message.1", "u1", { body: "暁星製作所の件" });
    const kept = JSON.stringify({ ...localStorage });
    for (const word of ["暁星", "body", KEY, "\\u66c1"]) expect(kept).not.toContain(word);
    openDrafts("u2", OTHER_KEY);
    expect(readDraft("message.1", "u1")).toBeNull();
    expect(readDraft("message.1", "u2")).toBeNull();
    openDrafts("u1", KEY);
    expect(readDraft("message.1", "u1")?.values).toEqual({ body: "暁星製作所の件" });
  });
  it("moved to another form, or sealed with another key, is not opened but deleted", () => {
    saveDraft("message.1", "u1", { body: "甲" });
    localStorage.setItem(
      "tsunagu.draft.u1.message.2",
      localStorage.getItem("tsunagu.draft.u1.message.1") ?? "",
    );
    expect(readDraft("message.2", "u1")).toBeNull();
    openDrafts("u1", OTHER_KEY);
    expect(readDraft("message.1", "u1")).toBeNull();
    expect(localStorage.length).toBe(0);
  });
  it("waits in memory for its key, and is then saved", () => {
    draftsOf.value = null;
    saveDraft("seller", "u1", { name: "甲" });
    expect(localStorage.length).toBe(0);
    expect(readDraft("seller", "u1")?.values).toEqual({ name: "甲" });
    openDrafts("u1", KEY);
    expect(localStorage.length).toBe(1);
    expect(readDraft("seller", "u1")?.values).toEqual({ name: "甲" });
  });
  it("of a user that is not sealed is deleted at the start", () => {
    localStorage.setItem(
      "tsunagu.draft.u1.seller",
      JSON.stringify({ savedAt: Date.now(), values: { name: "甲" } }),
    );
    deleteExpiredDrafts();
    expect(localStorage.length).toBe(0);
  });
  it("that cannot be read is deleted", () => {
    localStorage.setItem("tsunagu.draft.u1.seller", "{");
    expect(readDraft("seller", "u1")).toBeNull();
    expect(localStorage.length).toBe(0);
  });
});

describe("useDraft", () => {
  const mount = () =>
    renderHook(() => {
      const methods = useForm({ defaultValues: { name: "", memo: "", secret: "" } });
      const draft = useDraft(methods, { form: "seller", user: "u1", omit: ["secret"] });
      return { methods, draft };
    });
  const type = (hook: ReturnType<typeof mount>, name: "name" | "secret", value: string) =>
    act(() => {
      const field = hook.result.current.methods.register(name);
      field.onChange({ target: { name, value }, type: "change" });
    });

  it("restores the typed values, without the omitted fields", () => {
    const first = mount();
    type(first, "name", "甲製作所");
    type(first, "secret", "合言葉");
    first.unmount();
    expect(localStorage.getItem("tsunagu.draft.u1.seller")).not.toContain("合言葉");
    const second = mount();
    expect(second.result.current.methods.getValues()).toEqual({ name: "甲製作所", memo: "", secret: "" });
    expect(second.result.current.draft.savedAt).not.toBeNull();
  });

  it("stores nothing after clear(), also when the form is unmounted", () => {
    const hook = mount();
    type(hook, "name", "甲");
    act(() => vi.advanceTimersByTime(500));
    expect(localStorage.length).toBe(1);
    type(hook, "name", "甲乙");
    act(() => hook.result.current.draft.clear());
    hook.unmount();
    expect(localStorage.length).toBe(0);
  });
});
