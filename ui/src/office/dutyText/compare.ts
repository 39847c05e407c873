/** What stands in two versions of a text, marked by what became of it (compliance.md 3). */

export interface Part {
  state: "same" | "added" | "removed";
  text: string;
}

export interface ComparedItem {
  key: string;
  state: "same" | "added" | "removed" | "changed";
  heading: Part[];
  text: Part[];
  /** In which cases the item is meant, before and after; equal where nothing changed. */
  scope: readonly [number, number];
}

interface Comparison {
  title: Part[];
  /** In the order of the newer version; what was taken out stands where it was. */
  items: ComparedItem[];
  /** Items that are in both stand in another order. */
  isReordered: boolean;
}

interface Item {
  key?: string;
  heading: string;
  text: string;
  scope: number;
}

interface Version {
  title: string;
  itemList: readonly Item[];
}

/** Compares two versions item by item. An item is the same one if it has the same key; one without a key is new. */
export function compareVersions(from: Version, to: Version): Comparison {
  const before = new Map(from.itemList.map((item) => [item.key ?? "", item]));
  const kept = new Set(to.itemList.flatMap(({ key }) => (key && before.has(key) ? [key] : [])));
  const items: ComparedItem[] = [];
  let next = 0;
  // What was taken out comes before the first item that stood behind it.
  const takeOutUpTo = (end: number) => {
    for (; next < end; next++) {
      const item = from.itemList[next];
      if (item && !kept.has(item.key ?? "")) items.push(whole(item, item.key ?? `-${next}`, "removed"));
    }
  };
  to.itemList.forEach((item, i) => {
    const old = item.key ? before.get(item.key) : undefined;
    if (!old) {
      items.push(whole(item, item.key || `+${i}`, "added"));
      return;
    }
    takeOutUpTo(from.itemList.indexOf(old));
    const isSame = old.heading === item.heading && old.text === item.text && old.scope === item.scope;
    items.push({
      key: item.key ?? "",
      state: isSame ? "same" : "changed",
      heading: compareWords(old.heading, item.heading),
      text: compareWords(old.text, item.text),
      scope: [old.scope, item.scope],
    });
  });
  takeOutUpTo(from.itemList.length);
  const orderOf = (list: readonly Item[]) => list.flatMap(({ key }) => (key && kept.has(key) ? [key] : []));
  return {
    title: compareWords(from.title, to.title),
    items,
    isReordered: orderOf(from.itemList).join() !== orderOf(to.itemList).join(),
  };
}

function whole({ heading, text, scope }: Item, key: string, state: "added" | "removed"): ComparedItem {
  const part = (text: string): Part[] => (text ? [{ state, text }] : []);
  return { key, state, heading: part(heading), text: part(text), scope: [scope, scope] };
}

/** The same text with what was taken out and put in, word by word: the longest that both have in common stays. */
export function compareWords(from: string, to: string): Part[] {
  const [a, b] = [words(from), words(to)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  return joined([
    ...a.slice(0, start).map((text): Part => ({ state: "same", text })),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text): Part => ({ state: "same", text })),
  ]);
}

/** The words, spaces and signs of a text, which together are the text. */
function words(text: string): string[] {
  return [...new Intl.Segmenter("ja", { granularity: "word" }).segment(text)].map(({ segment }) => segment);
}

function between(a: readonly string[], b: readonly string[]): Part[] {
  // common[i * width + j] is how many words the ends from i and from j have in common.
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [was, is] = [a[i], b[j]];
    if (was !== undefined && was === is) {
      parts.push({ state: "same", text: was });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ state: "removed", text: was });
      i++;
    } else {
      parts.push({ state: "added", text: is ?? "" });
      j++;
    }
  }
  return parts;
}

/** Neighbours of one state as one. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const { state, text } of parts) {
    const last = out.at(-1);
    if (last?.state === state) last.text += text;
    else out.push({ state, text });
  }
  return out;
}

/** How many items were added, taken out and changed, in words: 「追加 1件、変更 2件」. */
export function changeWords({ title, items, isReordered }: Comparison): string {
  const count = (wanted: ComparedItem["state"]) => items.filter(({ state }) => state === wanted).length;
  const parts = (
    [
      ["追加", count("added")],
      ["削除", count("removed")],
      ["変更", count("changed")],
    ] as const
  ).flatMap(([label, n]) => (n > 0 ? [`${label} ${n}件`] : []));
  if (title.some(({ state }) => state !== "same")) parts.unshift("題名の変更");
  if (isReordered) parts.push("順序の変更");
  return parts.join("、") || "違いはありません";
}
