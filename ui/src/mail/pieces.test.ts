import { expect, it } from "vitest";
import { pieces } from "./pieces";

it.each([
  ["", []],
  ["言葉だけ", ["言葉だけ"]],
  ["開く\nhttp://localhost:8080/a?key=b_-1\n以上", ["開く\n", "→http://localhost:8080/a?key=b_-1", "\n以上"]],
  ["https://a.example.jp/x", ["→https://a.example.jp/x"]],
  ["javascript:alert(1)", ["javascript:alert(1)"]],
])("cuts a mail at its addresses: %s", (text, want) =>
  expect(pieces(text).map((p) => (p.link ? "→" : "") + p.text)).toEqual(want),
);
