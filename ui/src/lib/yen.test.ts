import { describe, expect, it } from "vitest";
import { count, parseNumber, yenMillions, yenReading, yenShort } from "./yen";

describe("amounts in 千円", () => {
  it.each([
    [320_000, "3.2億円"],
    [329_999, "3.2億円"],
    [300_000, "3億円"],
    [45_000, "4,500万円"],
    [800, "80万円"],
    [9, "9,000円"],
    [0, "0円"],
    [-45_000, "▲4,500万円"],
    [1_234_567_890, "1.2兆円"],
    [null, "―"],
    [undefined, "―"],
    [Number.NaN, "―"],
  ])("yenShort(%s) = %s", (value, text) => expect(yenShort(value)).toBe(text));

  it.each([
    [320_000, "3億2,000万円"],
    [320_005, "3億2,000万5,000円"],
    [1, "1,000円"],
    [0, "0円"],
    [-10_000, "▲1,000万円"],
    [100_000, "1億円"],
  ])("yenReading(%s) = %s", (value, text) => expect(yenReading(value)).toBe(text));

  it.each([
    [320_000, "320"],
    [12_345_678, "12,345"],
    [-12_000, "▲12"],
    [-900, "0"],
    [null, "―"],
  ])("yenMillions(%s) = %s", (value, text) => expect(yenMillions(value)).toBe(text));

  it("count uses ▲ and a dash", () => {
    expect(count(-1200)).toBe("▲1,200");
    expect(count(null)).toBe("―");
  });
});

describe("parseNumber", () => {
  it.each([
    ["", 1000, null],
    ["　", 1000, null],
    ["32000", 1000, 32000],
    ["３２，０００", 1000, 32000],
    ["32、000", 1000, 32000],
    ["3億2,000万円", 1000, 320_000],
    ["３．２億", 1000, 320_000],
    ["4500万", 1000, 45_000],
    ["5千万", 1000, 50_000],
    ["5千万円", 1000, 50_000],
    ["3,200千円", 1000, 3200],
    ["1億5", 1, 100_000_005],
    ["▲1,200", 1000, -1200],
    ["−１２", 1000, -12],
    ["△3万", 1000, -30],
    ["12", 1, 12],
    ["5千", 1, 5000],
    ["1兆", 1000, 1_000_000_000],
  ])("%j in units of %s is %s", (text, unit, value) => expect(parseNumber(text, unit)).toBe(value));

  it.each(["abc", "3万2億", "億", "1.2.3", "十", "3--2", "1e5", "0x10", "3億円くらい"])(
    "%j is no number",
    (text) => expect(parseNumber(text, 1000)).toBeNaN(),
  );
});
