import { expect, it } from "vitest";
import { ruleLabel, ruleNote, unattendedText } from "./teamRule";

it("names the rule and says who can see", () => {
  expect(ruleLabel({ isTeamOnly: true })).toBe("チームのみ");
  expect(ruleLabel({ isTeamOnly: false })).toBe("全員");
  expect(ruleNote({ isTeamOnly: true })).toContain("案件チーム");
  expect(ruleNote({ isTeamOnly: false })).toContain("すべての企業");
});

it("tells what nobody would see before it happens", () => {
  expect(unattendedText({})).toBe("");
  expect(unattendedText({ unattendedCompanyCount: 0, unattendedListingCount: 0 })).toBe("");
  expect(unattendedText({ unattendedCompanyCount: 1200, unattendedListingCount: 3 })).toContain(
    "1,200社（進行中の売却案件3件）",
  );
  expect(unattendedText({ unattendedCompanyCount: 2, unattendedListingCount: 0 })).toContain("2社あります");
});
