// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Rewording } from "./Rewording";

afterEach(cleanup);

const TEXT = "岡崎市の会社で、従業員は29名です。";
const HITS = [
  { text: "岡崎市", offer: { start: 0, end: 3, text: "東海地方" } },
  { text: "29名", offer: { start: 12, end: 15, text: "21〜50名" } },
  { text: "唯一" },
];

function Field() {
  const [text, setText] = useState(TEXT);
  return (
    <>
      <textarea aria-label="本文" value={text} onChange={(event) => setText(event.target.value)} />
      <Rewording now={text} checked={TEXT} hits={HITS} onText={setText} />
    </>
  );
}

const text = () => (screen.getByLabelText("本文") as HTMLTextAreaElement).value;

it("rewords one at a time, says so, and goes back", () => {
  render(<Field />);
  fireEvent.click(screen.getByRole("button", { name: "言い換える：「岡崎市」" }));
  expect(text()).toBe("東海地方の会社で、従業員は29名です。");
  expect(screen.getByRole("status").textContent).toBe("「岡崎市」を「東海地方」に言い換えました。");
  expect(document.activeElement?.textContent).toBe("元に戻す");
  fireEvent.click(screen.getByRole("button", { name: "言い換える：「29名」" }));
  expect(text()).toBe("東海地方の会社で、従業員は21〜50名です。");
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  expect(text()).toBe(TEXT);
  expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
});

it("rewords all only after a look at the result", () => {
  render(<Field />);
  fireEvent.click(screen.getByRole("button", { name: "すべて言い換える" }));
  expect(text()).toBe(TEXT);
  expect(screen.getByRole("region", { name: "すべて言い換えた文面" }).querySelectorAll("ins")).toHaveLength(
    2,
  );
  fireEvent.click(screen.getByRole("button", { name: "この文面にする" }));
  expect(text()).toBe("東海地方の会社で、従業員は21〜50名です。");
  expect(screen.getByRole("status").textContent).toBe("2か所を言い換えました。");
});

it("keeps what was typed since the check", () => {
  render(<Field />);
  fireEvent.change(screen.getByLabelText("本文"), { target: { value: `長く続く${TEXT}後継者なし。` } });
  expect(screen.queryByRole("button", { name: "すべて言い換える" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "言い換える：「29名」" }));
  expect(text()).toBe("長く続く岡崎市の会社で、従業員は21〜50名です。後継者なし。");
  fireEvent.change(screen.getByLabelText("本文"), { target: { value: "書き直した。" } });
  expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
  expect(screen.queryByRole("region", { name: "言い換えの案" })).toBeNull();
});
