import { describe, expect, it } from "vitest";
import {
  dayInJapan,
  daysLeft,
  formatDate,
  formatRemaining,
  formatTime,
  formatTopicDate,
  formatWareki,
} from "./dates";

// The tests run in New York's time zone (vite.config.ts): no result may depend on the local zone.
describe("server times", () => {
  it.each([
    ["2026-11-21T01:02:03", "2026/11/21 10:02"],
    ["2026-11-21T01:02:03Z", "2026/11/21 10:02"],
    ["2026-11-21T15:00:00", "2026/11/22 00:00"],
    ["2026-11-21T10:02:00+09:00", "2026/11/21 10:02"],
    [null, "―"],
    ["", "―"],
    ["いつか", "―"],
  ])("formatTime(%s)", (value, text) => expect(formatTime(value)).toBe(text));

  it("is converted to the day in Japan", () => {
    expect(formatDate("2026-11-21T15:00:00")).toBe("2026/11/22");
    expect(formatDate("2026-11-21")).toBe("2026/11/21");
    expect(formatTopicDate("2026-11-21T14:59:59")).toBe("2026.11.21");
    expect(formatTopicDate(undefined)).toBe("―");
    expect(dayInJapan("2026-13-41")).toBeNull();
  });
});

describe("what remains", () => {
  const now = new Date("2026-11-20T15:30:00Z"); // 00:30 on the 21st in Japan
  it.each([
    ["2026-12-03", "あと12日"],
    ["2026-11-21", "本日まで"],
    ["2026-11-18", "3日経過"],
    [null, ""],
  ])("%s", (day, text) => expect(formatRemaining(day, now)).toBe(text));
  it("counts days across a year", () => expect(daysLeft("2027-01-01", now)).toBe(41));
});

describe("wareki", () => {
  it.each([
    ["2026-11-21", "令和8年11月21日"],
    ["2019-05-01", "令和元年5月1日"],
    ["2019-04-30", "平成31年4月30日"],
    ["1975-01-01", "昭和50年1月1日"],
    ["2026-02-30", ""],
    ["2026-1-1", ""],
    ["", ""],
  ])("%s is %s", (day, text) => expect(formatWareki(day)).toBe(text));
});
