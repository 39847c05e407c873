import { expect, it } from "vitest";
import { responseText } from "./response";

it("says how a party answers", () => {
  const text = (party: "own" | "buyer", speed: number, share: number) =>
    responseText({ party, speed, share });
  expect(text("own", 2, 8)).toBe("通常1～2営業日以内・約8割に返事（直近90日、土日を除く）");
  expect(text("own", 1, 10)).toBe("通常は当日・ほぼすべてに返事（直近90日、土日を除く）");
  expect(text("buyer", 4, 5)).toBe("通常6営業日以上・5割以上に返事（直近90日、土日を除く）");
  expect(text("buyer", 3, 0)).toBe("通常3～5営業日・返事は5割未満（直近90日、土日を除く）");
});
