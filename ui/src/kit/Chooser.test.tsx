// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { fromCategories, IndustryChooser, toCategories } from "./IndustryChooser";

const classes = [
  {
    code: "12",
    name: "建設業",
    items: [
      { code: "12001", name: "総合工事業" },
      { code: "12005", name: "その他の建設業" },
    ],
  },
  { code: "13", name: "製造業", items: [{ code: "13001", name: "水産食料品製造業", words: "かまぼこ" }] },
];

function Harness() {
  const [value, setValue] = useState<string[]>([]);
  const [texts, setTexts] = useState<Record<string, string>>({});
  return (
    <>
      <IndustryChooser
        label="業種"
        classes={classes}
        value={value}
        onChange={setValue}
        otherTexts={texts}
        onOtherText={(code, text) => setTexts({ ...texts, [code]: text })}
      />
      <output>{JSON.stringify([value, texts])}</output>
    </>
  );
}

it("chooses classes, shows the free text of the nine codes, and removes choices by chips", async () => {
  render(<Harness />);
  const state = () => JSON.parse(screen.getByRole("status").textContent ?? "");
  await userEvent.click(screen.getByRole("checkbox", { name: "建設業" }));
  expect(state()).toEqual([["12001", "12005"], {}]);
  await userEvent.click(screen.getByRole("button", { name: "建設業の内訳" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "総合工事業" }));
  expect((screen.getByRole("checkbox", { name: "建設業" }) as HTMLInputElement).indeterminate).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: /その他の建設業の内容/ }), "井戸");
  expect(state()).toEqual([["12005"], { "12005": "井戸" }]);
  await userEvent.click(screen.getByRole("button", { name: "その他の建設業を外す" }));
  expect(state()[0]).toEqual([]);
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

it("finds by hiragana or katakana, and by further words", async () => {
  render(<Harness />);
  await userEvent.type(screen.getByRole("searchbox", { name: "業種を探す" }), "カマボコ");
  const list = screen.getByRole("list", { name: "業種" });
  expect(within(list).getByRole("checkbox", { name: "水産食料品製造業" })).toBeVisible();
  expect(within(list).queryByText("建設業")).not.toBeInTheDocument();
});

it("converts whole classes to category and back", () => {
  const categories = toCategories(["12001", "12005"], classes);
  expect(categories).toEqual({ category: ["12"], sub_category: [] });
  expect(toCategories(["12005"], classes)).toEqual({ category: [], sub_category: ["12005"] });
  expect(fromCategories(categories, classes)).toEqual(["12001", "12005"]);
});
