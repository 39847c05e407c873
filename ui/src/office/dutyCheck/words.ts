import type { Schemas } from "@/api/officeClient";

export type CheckRow = Schemas["CheckRow"];
type Kind = Schemas["CheckKind"];

/** How a state of duties looks. */
type Look = "done" | "waiting" | "bad" | "quiet";

const LOOKS: Readonly<Record<string, Look>> = {
  done: "done",
  open: "waiting",
  waiting: "waiting",
  missing: "bad",
  expired: "bad",
  stopped: "bad",
};

interface Group {
  label: string;
  look: Look;
  kinds: string[];
}

/** The kinds of a row by their states, what is not done first; without those that nobody asks for. */
export function groupsOf(row: CheckRow, kinds: readonly Kind[]): Group[] {
  const groups = new Map<string, Group>();
  row.stateList.forEach(({ state, label }, i) => {
    const kind = kinds[i];
    if (!kind || state === "" || state === "none") return;
    const group = groups.get(label) ?? { label, look: LOOKS[state] ?? "quiet", kinds: [] };
    group.kinds.push(kind.label);
    groups.set(label, group);
  });
  const order: readonly Look[] = ["bad", "waiting", "quiet", "done"];
  return [...groups.values()].sort((a, b) => order.indexOf(a.look) - order.indexOf(b.look));
}

/** Whether the next step can be made, in words. */
export function abilityOf({ nextLabel, level }: CheckRow): { label: string; look: Look } | null {
  if (!nextLabel) return null;
  if (level === 2) return { label: "必須の記録が足りません", look: "bad" };
  if (level === 1) return { label: "警告があります", look: "waiting" };
  return { label: "足りています", look: "done" };
}

export const SIDES = [
  { value: "bf", label: "買手側" },
  { value: "sf", label: "売手側（売却案件を含む）" },
] as const;

export const STATES = [
  { value: "live", label: "進行中（開始の前を含む）" },
  { value: "signed", label: "成約" },
  { value: "ended", label: "終了" },
  { value: "all", label: "すべて" },
] as const;

export const LACKS = [
  { value: "must", label: "必須が足りない" },
  { value: "any", label: "必須か警告が足りない" },
] as const;

export const EXPIRIES = [
  { value: "soon", label: "今日から30日以内に切れる" },
  { value: "past", label: "期限切れがある" },
] as const;

export const ORDERS = [
  { value: "lack", label: "足りないものが多い順" },
  { value: "expiry", label: "期限の早い順" },
  { value: "new", label: "新しい順" },
] as const;
