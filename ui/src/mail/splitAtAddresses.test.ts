import { expect, it } from "vitest";
import { splitAtAddresses } from "./splitAtAddresses";

it.each([
  ["", []],
  ["言葉だけ", ["言葉だけ"]],
  ["開く\nhttp://localhost:8080/a?key=b_-1\n以上", ["開く\n", "→http://localhost:8080/a?key=b_-1", "\n以上"]],
  ["https://a.example.jp/x", ["→https://a.example.jp/x"]],
  ["javascript:alert(1)", ["javascript:alert(1)"]],
])("splits a mail at its addresses: %s", (text, want) =>
  expect(splitAtAddresses(text).map((p) => (p.isAddress ? "→" : "") + p.text)).toEqual(want),
);
