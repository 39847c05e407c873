import { describe, expect, test } from "vitest";
import { abilityOf, type CheckRow, groupsOf } from "./words";

const KINDS = ["反社照会", "契約", "手数料", "営業停止の申出", "クロージングの確認"].map((label, i) => ({
  kind: i + 1,
  label,
  isPoisonous: i === 0,
}));

const row = (states: readonly [string, string][], changes: Partial<CheckRow> = {}) =>
  ({
    stateList: states.map(([state, label]) => ({ state, label })),
    level: 0,
    missingList: [],
    ...changes,
  }) as unknown as CheckRow;

describe("the list of duties", () => {
  test("names the kinds by their states, what is not done first, and none that nobody asks for", () => {
    const states: [string, string][] = [
      ["done", "済み"],
      ["missing", "未実施"],
      ["missing", "未実施"],
      ["none", "申出なし"],
      ["", "―"],
    ];
    expect(groupsOf(row(states), KINDS)).toEqual([
      { label: "未実施", look: "bad", kinds: ["契約", "手数料"] },
      { label: "済み", look: "done", kinds: ["反社照会"] },
    ]);
  });

  test("says whether the next step can be made, and nothing where there is none", () => {
    expect(abilityOf(row([]))).toBeNull();
    const next = { nextLabel: "実名交渉の申請" };
    expect(abilityOf(row([], { ...next, level: 2 }))?.look).toBe("bad");
    expect(abilityOf(row([], { ...next, level: 1 }))?.look).toBe("waiting");
    expect(abilityOf(row([], next))?.look).toBe("done");
  });
});
