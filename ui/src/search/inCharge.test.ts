// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { keepOwnScope, readOwnScope } from "@/lib/ownScope";
import { ORDER } from "./companies";
import { chipsOf, type SearchSpec, validState } from "./filter";
import { IN_CHARGE, inChargeFilters, inChargeQuery } from "./inCharge";
import { NAMES } from "./testNames";

type State = typeof IN_CHARGE & typeof ORDER;
const PEOPLE = [{ value: "u1", label: "青山 一郎" }];
const DEFAULTS: State = { ...IN_CHARGE, ...ORDER };
const spec = (suffix?: string): SearchSpec<State> => ({
  defaults: DEFAULTS,
  filters: inChargeFilters(PEOPLE, suffix),
  sorts: [{ propertyName: "modified", isDescending: true, label: "" }],
});
const of = (personInCharge: string): State => ({ ...DEFAULTS, personInCharge });

beforeEach(() => localStorage.clear());

it.each([
  ["me", "担当者：自分の担当"],
  ["none", "担当者：担当者なし"],
  ["u1", "担当者：青山 一郎"],
])("%s is sent and shown as %s", (personInCharge, label) => {
  expect(inChargeQuery(of(personInCharge)).personInCharge).toBe(personInCharge);
  expect(chipsOf(spec(), of(personInCharge), NAMES).map((chip) => chip.label)).toEqual([label]);
});

it.each(["", "all"])("everybody (%s) is no condition, and is not sent", (personInCharge) => {
  expect(inChargeQuery(of(personInCharge)).personInCharge).toBeUndefined();
  expect(chipsOf(spec(), of(personInCharge), NAMES)).toEqual([]);
});

it("taking the condition off an own list says everybody: an address without conditions opens on the own work", () => {
  const [chip] = chipsOf(spec(), of("me"), NAMES);
  expect(chip?.without).toEqual({ personInCharge: "all" });
});

it("the switch says 自分の担当: of the conditions set it stands for none", () => {
  const on = (suffix?: string, who = "me") =>
    chipsOf(spec(suffix), of(who), NAMES).map(({ isOnSwitch }) => isOnSwitch);
  expect(on()).toEqual([true]);
  expect(on(undefined, "none")).toEqual([false]);
  expect(on("（自機関の案件）")).toEqual([false]); // there is no switch
});

it("a list of the whole network does not know the word, which a saved search would send", () => {
  const [chip] = chipsOf(spec("（自機関の案件）"), of("me"), NAMES);
  expect(chip?.without).toEqual({ personInCharge: "" });
  expect(validState(spec("（自機関の案件）"), of("all"), NAMES).personInCharge).toBe("");
});

it("a user of nobody's is dropped, one that is still loading is kept", () => {
  expect(validState(spec(), of("u9"), NAMES).personInCharge).not.toBe("u9");
  const loading = { ...spec(), filters: inChargeFilters(undefined) };
  expect(validState(loading, of("u9"), NAMES).personInCharge).toBe("u9");
});

it("the switch is remembered for all lists, and what cannot be read is the own work", () => {
  expect(readOwnScope()).toBe("mine");
  keepOwnScope("all");
  expect(readOwnScope()).toBe("all");
  keepOwnScope("mine");
  expect(readOwnScope()).toBe("mine");
  expect(localStorage.length).toBe(0);
  localStorage.setItem("tsunagu.scope", "？");
  expect(readOwnScope()).toBe("mine");
});
