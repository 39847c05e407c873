// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { readUrlState, useUrlState, writeUrlState } from "./urlstate";

const defaults = {
  freeWord: "",
  pageNumber: 1,
  isPublic: false,
  isDescending: true,
  location: [] as string[],
};

describe("conditions in the URL", () => {
  it("are read as they were written, also with characters special in URLs", () => {
    const state = { ...defaults, freeWord: "M&A 100% ＋#", location: ["13", "27"], isDescending: false };
    expect(readUrlState(writeUrlState(state, defaults), defaults)).toEqual(state);
  });
  it("omit defaults, and become the default if absent or invalid", () => {
    expect(writeUrlState(defaults, defaults)).toBe("");
    expect(readUrlState("?pageNumber=x&isPublic=1&unknown=2", defaults)).toEqual(defaults);
  });
  it("distinguish an emptied list from its default", () => {
    const some = { list: ["a"] };
    expect(readUrlState(writeUrlState({ list: [] as string[] }, some), some)).toEqual({ list: [] });
  });
});

describe("useUrlState", () => {
  beforeEach(() => history.replaceState(null, "", "/seller-business?pageNumber=3"));
  it("decodes a query once, not twice", () => {
    history.replaceState(null, "", "/seller-business?freeWord=M%2526A");
    const { result } = renderHook(() => useUrlState(defaults));
    expect(result.current.state.freeWord).toBe("M%26A");
  });
  it("goes back to the first page on a new condition, and applies all changes of one event", () => {
    const { result } = renderHook(() => useUrlState(defaults));
    expect(result.current.state.pageNumber).toBe(3);
    expect(result.current.href({ pageNumber: 4 })).toBe("/seller-business?pageNumber=4");
    act(() => {
      result.current.set({ freeWord: "金属" });
      result.current.set({ isPublic: true });
    });
    expect(result.current.state).toEqual({ ...defaults, freeWord: "金属", isPublic: true });
  });
});
