import { expect, it } from "vitest";
import type { Hit } from "./hits";
import { targetsOf } from "./PaletteDialog";

const places = [
  { href: "/seller-business", label: "売却案件検索" },
  { href: "/buyer-company", label: "買手検索" },
  { href: "/member", label: "会員情報管理" },
];
const hit = {
  key: "b1",
  kind: "buyer",
  name: "検索商事株式会社",
  caseNumber: "",
  companyId: "c1",
  statusLabel: "有効",
  detail: "",
} as unknown as Hit;

it("places come first, then what was found", () => {
  const found = targetsOf("検索", places, [hit]);
  expect(found.map(({ kind, href }) => [kind, href])).toEqual([
    ["画面", "/seller-business"],
    ["画面", "/buyer-company"],
    ["買手", "/buyer-company-manage/c1"],
  ]);
});

it("nothing typed shows every place, a word without a place only what was found", () => {
  expect(targetsOf("", places, [])).toHaveLength(3);
  expect(targetsOf("商事", places, [hit]).map(({ kind }) => kind)).toEqual(["買手"]);
});
