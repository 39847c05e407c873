import { expect, it } from "vitest";
import type { PersonInCharge } from "@/api/persons";
import { choices } from "./choices";
import { othersText, personsText, stateOf } from "./words";

const person = (more: Partial<PersonInCharge> = {}): PersonInCharge => ({
  userId: "u1",
  userName: "青山 一郎",
  department: "",
  isEnabled: true,
  ...more,
});
const row = (personInCharge: PersonInCharge | null, others = 0) => ({
  id: "n1",
  personInCharge,
  otherPersons: Array.from({ length: others }, (_, i) => person({ userId: `o${i}` })),
  isMine: false,
});

it.each([
  [{}, ""],
  [{ isEnabled: false, awayUntil: "2026-12-01" }, "利用停止"],
  [{ awayUntil: "2026-12-01", deputyName: "湊 二葉" }, "2026/12/01まで不在、代理：湊 二葉"],
  [{ awayUntil: "2026-12-01" }, "2026/12/01まで不在、代理なし"],
])("what is to be known of a person: %o", (more, text) => expect(stateOf(person(more))).toBe(text));

it("names the main person and counts the others", () => {
  expect(personsText(row(person(), 1))).toBe("青山 一郎 ほか1名");
  expect(personsText(row(person()))).toBe("青山 一郎");
  expect(personsText(row(null))).toBe("なし");
  expect(othersText(row(null, 2))).toBe("ほか2名");
});

it("who is in charge already may stay, marked; nobody stands in the list twice", () => {
  const left = person({ userId: "u2", userName: "緑川 三郎", isEnabled: false });
  expect(choices([person({ department: "営業部" })], [person(), left])).toEqual([
    { value: "u1", label: "青山 一郎（営業部）" },
    { value: "u2", label: "緑川 三郎（利用停止）" },
  ]);
});
