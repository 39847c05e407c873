// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { WidenedWords } from "./WidenedWords";
import { instead, only, typedWord, type Widened, withoutOf } from "./widened";

const DAY: Widened = {
  word: "でい",
  sameList: ["通所介護"],
  narrowerList: ["リハビリデイ"],
  offList: ["老人ホーム"],
  relatedList: ["介護"],
  classList: [
    { code: "22", name: "医療・福祉" },
    { code: "22002", name: "介護・福祉・保育事業" },
  ],
};

it("finds the word as it is typed, and puts others in its place", () => {
  expect(typedWord("東京　ﾃﾞｲ", DAY)).toBe("ﾃﾞｲ");
  expect(typedWord("東京", DAY)).toBe("でい");
  expect(only("東京 デイ", DAY)).toEqual({ text: "東京 「デイ」" });
  expect(instead("「東京 都」　デイ", DAY, "介護")).toEqual({ text: "「東京 都」 介護" });
});

it("sends words that are off only with a word to search", () => {
  expect(withoutOf(" ", ["老人ホーム"])).toBeUndefined();
  expect(withoutOf("介護", [])).toBeUndefined();
  expect(withoutOf("介護", ["老人ホーム"])).toEqual(["老人ホーム"]);
});

function shown(list: Widened[], classes: string[] = []) {
  const onChange = vi.fn();
  render(
    <WidenedWords list={list} text="デイ" without={["老人ホーム"]} classes={classes} onChange={onChange} />,
  );
  return onChange;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("switches each word off and on again", () => {
  const onChange = shown([DAY]);
  expect(
    screen.getByText("「デイ」のほか、次の言葉でも探しました。外すと、その言葉では探しません。"),
  ).toBeTruthy();
  press("通所介護を外す");
  expect(onChange).toHaveBeenLastCalledWith({ without: ["老人ホーム", "通所介護"] });
  press("老人ホームでも探す");
  expect(onChange).toHaveBeenLastCalledWith({ without: [] });
  press("「デイ」だけで探す");
  expect(onChange).toHaveBeenLastCalledWith({ text: "「デイ」" });
  press("介護で探す");
  expect(onChange).toHaveBeenLastCalledWith({ text: "介護" });
});

it("switches the other kinds in one, with words left or none", () => {
  const broad = { ...DAY, otherCount: 1681, otherKey: "でい、そのほかの種類" };
  const on = shown([broad]);
  press("そのほかの種類（1,681語）を外す");
  expect(on).toHaveBeenLastCalledWith({ without: ["老人ホーム", "でい、そのほかの種類"] });
  cleanup();
  const off = vi.fn();
  const without = ["老人ホーム", "でい、そのほかの種類"];
  render(
    <WidenedWords
      list={[{ ...broad, offList: [], isOtherOff: true }]}
      text="デイ"
      without={without}
      onChange={off}
    />,
  );
  expect(screen.queryByRole("button", { name: "そのほかの種類（1,681語）を外す" })).toBeNull();
  press("そのほかの種類（1,681語）でも探す");
  expect(off).toHaveBeenLastCalledWith({ without: ["老人ホーム"] });
  // A list without a condition of industries offers none.
  expect(screen.queryByRole("button", { name: /で絞り込む/ })).toBeNull();
});

it("says nothing of other kinds where there are none", () => {
  shown([DAY]);
  expect(screen.queryByRole("button", { name: /そのほかの種類/ })).toBeNull();
});

it("offers the classes that are not chosen yet", () => {
  const onChange = shown([DAY], ["22"]);
  expect(screen.queryByRole("button", { name: "業種「医療・福祉」で絞り込む" })).toBeNull();
  press("業種「介護・福祉・保育事業」で絞り込む");
  expect(onChange).toHaveBeenLastCalledWith({ classes: ["22", "22002"] });
});

it("says nothing where nothing was widened, and shows many words in two steps", async () => {
  const { container, unmount } = render(
    <WidenedWords list={[]} text="x" without={[]} classes={[]} onChange={() => {}} />,
  );
  expect(container.textContent).toBe("");
  unmount();
  shown([{ ...DAY, narrowerList: Array.from({ length: 20 }, (_, i) => `種類${i}`) }]);
  expect(screen.queryByRole("button", { name: "種類19を外す" })).toBeNull();
  press("ほか9語を表示");
  expect(await screen.findByRole("button", { name: "種類19を外す" })).toBeTruthy();
});
