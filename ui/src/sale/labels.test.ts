import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AMOUNT_LABELS, LABELS } from "./labels";

/* One field has one word: on every screen, and in what the server says of it. */
const src = join(dirname(fileURLToPath(import.meta.url)), "..");
const saved = readFileSync(join(src, "../../app/listing/save.go"), "utf8");

/** The labels that the server gives to the fields of a listing, by field. */
const served = [
  ...saved.matchAll(
    /"(?:overview\.|details\.)?(\w+)", "([^"]+)", (?:&in\.|in,|w\.|master\.|"入力"|"選択"|&x\.)/g,
  ),
  ...saved.matchAll(/\((?:in, )?"(\w+)", "([^"]+)",/g),
].map(([, field, label]) => [field ?? "", label ?? ""] as const);

it("the server's words for a listing's fields are those of the screens", () => {
  const known: Record<string, string> = { ...AMOUNT_LABELS, ...LABELS };
  const compared = served.filter(([field]) => field in known);
  expect(compared.length).toBeGreaterThan(30);
  // A unit or a bound may follow.
  expect(
    compared.filter(([field, label]) => label.replace(/（(千円|上限|下限|西暦)）$/, "") !== known[field]),
  ).toEqual([]);
});

/** Words that stood for a field before it had one. */
const OTHER_WORDS =
  /譲渡するもの|希望する方法|譲渡理由|強み・特徴|市場・商圏|関連ページ|資産総額|譲渡の意思|公開の案件名/;

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.gen\.ts$/.test(entry.name) ? [path] : [];
  });
}

it("no screen has another word for a field of a listing", () =>
  expect(files(src).filter((path) => OTHER_WORDS.test(readFileSync(path, "utf8")))).toEqual([]));
