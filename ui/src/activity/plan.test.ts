import { expect, it } from "vitest";
import { planToSend } from "./plan";

const stands = { version: 4, date: "2026-12-03", body: "決算書", userId: "u1" };
const typed = { nextDate: "2026-12-10", nextBody: "見積り", nextUserId: "u2" };

it("a note leaves the next action as it stands unless its form says another one", () => {
  expect(planToSend({ plan: "keep", ...typed }, stands, true)).toBeUndefined();
  expect(
    planToSend({ plan: "set", nextDate: "", nextBody: " ", nextUserId: "" }, stands, true),
  ).toBeUndefined();
});

it("another one carries the version that was seen; what for goes to a company alone", () => {
  expect(planToSend({ plan: "set", ...typed }, stands, true)).toEqual({
    version: 4,
    date: "2026-12-10",
    body: "見積り",
    userId: "u2",
  });
  expect(planToSend({ plan: "set", ...typed }, stands, false)).toEqual({
    version: 4,
    date: "2026-12-10",
    userId: "u2",
  });
});

it("one that is done is cleared, whatever was typed", () => {
  expect(planToSend({ plan: "clear", ...typed }, stands, true)).toEqual({ version: 4, date: "", userId: "" });
  expect(planToSend({ plan: "clear", ...typed }, stands, false)).toEqual({
    version: 4,
    date: "",
    userId: "u1",
  });
});

it("what for without a day is sent, so that the server asks for the day", () => {
  expect(
    planToSend({ plan: "set", nextDate: "", nextBody: "見積り", nextUserId: "" }, stands, true),
  ).toMatchObject({ date: "", body: "見積り" });
});
