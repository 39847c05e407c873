// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepShownColumns, readShownColumns } from "./shownColumns";

describe("the chosen columns of a table", () => {
  beforeEach(() => localStorage.clear());

  it("are kept for the table alone", () => {
    keepShownColumns("buyers", { modified: false, number: true });
    expect(readShownColumns("buyers")).toEqual({ modified: false, number: true });
    expect(readShownColumns("sellers")).toEqual({});
  });

  it("are gone once they are those of the beginning", () => {
    keepShownColumns("buyers", { modified: false });
    keepShownColumns("buyers", {});
    expect(localStorage.length).toBe(0);
  });

  it.each(["", "[]", "7", "null", '{"modified":"no"}', "{"])("read %s as no choice", (text) => {
    localStorage.setItem("tsunagu.columns.buyers", text);
    expect(readShownColumns("buyers")).toEqual({});
  });

  it("do without a storage", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(() => keepShownColumns("buyers", { modified: false })).not.toThrow();
    full.mockRestore();
  });
});
