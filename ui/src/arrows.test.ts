import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/*
 * The allowed imports between folders (design: architecture.md "Rooms"): routes → layouts and
 * features → kit, api, lib; session is shared; a feature never imports another feature. Eight
 * more folders are shared and import no feature themselves: persons (who works on a record), activity (notes about it), duty
 * (what a bank must have done about it), issued (its papers), draft (those that a bank finishes), negotiation (its panel is on
 * the buyer's listing, the buyer's bank's case and the seller's desk), search (all lists with conditions), signin (used by both
 * sign-ins), and sale (a listing in words, for its readers and its bank).
 */
const src = dirname(fileURLToPath(import.meta.url));

/** Folders that are no features, and the folders that each may import besides itself. */
const ROOMS: Record<string, readonly string[]> = {
  lib: [],
  kit: ["lib"],
  session: ["lib"],
  api: ["lib", "session"],
  layouts: ["kit", "api", "lib", "session"],
  persons: ["kit", "api", "lib", "session", "search"],
  activity: ["kit", "api", "lib", "session"],
  duty: ["kit", "api", "lib", "session", "activity"],
  issued: ["kit", "api", "lib", "session", "activity"],
  draft: ["kit", "api", "lib"],
  memorandum: ["kit", "api", "lib", "draft"],
  negotiation: ["kit", "api", "lib", "session", "search", "persons", "activity", "duty", "issued", "draft"],
  search: ["kit", "api", "lib", "session"],
  signin: ["kit", "api", "lib", "session"],
  sale: ["kit", "api", "lib", "session", "search"],
};
const FEATURE = [
  "kit",
  "api",
  "lib",
  "session",
  "persons",
  "activity",
  "duty",
  "issued",
  "draft",
  "negotiation",
  "search",
  "signin",
  "sale",
];
/** Files directly in src that all folders except lib and kit may import. */
const SHARED = ["messages", "screen"];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** The room of a file: its top folder in src, or "" for a file directly in src. */
function room(path: string): string {
  const [first, ...rest] = relative(src, path).split("/");
  return rest.length > 0 ? (first ?? "") : "";
}

function violations(): string[] {
  const found: string[] = [];
  for (const file of files(src)) {
    const from = room(file);
    if (from === "") continue;
    const allowed = ROOMS[from] ?? FEATURE;
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      if (!name?.startsWith("@/") && !name?.startsWith(".")) continue;
      const target = name.startsWith("@/") ? join(src, name.slice(2)) : resolve(dirname(file), name);
      const to = room(target);
      const base = relative(src, target).replace(/\.(ts|tsx)$/, "");
      const fine =
        to === from ||
        allowed.includes(to) ||
        (to === "" && SHARED.includes(base) && from !== "lib" && from !== "kit");
      if (!fine) found.push(`${relative(src, file)} imports ${name}`);
    }
  }
  return found;
}

it("imports follow the arrows", () => expect(violations()).toEqual([]));
