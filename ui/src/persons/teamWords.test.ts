import { expect, it } from "vitest";
import type { TeamCandidate, TeamMember } from "@/api/team";
import {
  removable,
  removalNote,
  roleNote,
  teamChoices,
  teamNote,
  teamRefusals,
  teamSummary,
} from "./teamWords";

const member = (userId: string, role: number, roleLabel: string): TeamMember => ({
  userId,
  userName: `${userId}さん`,
  department: "",
  role,
  roleLabel,
  since: "2026-11-26T00:00:00Z",
  isEnabled: true,
});
const candidate = (userId: string, more: Partial<TeamCandidate> = {}): TeamCandidate => ({
  userId,
  userName: `${userId}さん`,
  department: "",
  mayApprove: true,
  ...more,
});
const team = [member("一", 1, "担当"), member("二", 3, "閲覧")];

it("says plainly who can see, under either rule", () => {
  expect(teamNote(false)).toContain("全員が");
  expect(teamNote(false)).toContain("「チームのみ」に変えてから");
  expect(teamSummary(false, 2)).toBe("案件チーム（2名）：いまは全員が見られます");
  expect(teamSummary(true, 0)).toContain("チームの人だけ");
  expect(teamNote(true)).toContain("次の人と、担当者の代理だけ");
});

it("says what leaving a team does, to oneself and to others", () => {
  expect(removalNote(false, true)).toContain("変わりません");
  expect(removalNote(true, true)).toMatch(/^あなたは/);
  expect(removalNote(true, false)).toMatch(/^この人は/);
});

it("offers neither who is in charge nor a role twice without saying so", () => {
  const all = [
    candidate("一"),
    candidate("二", { department: "営業部" }),
    candidate("三", { mayApprove: false }),
  ];
  expect(teamChoices(all, team)).toEqual([
    { value: "二", label: "二さん（営業部、いまは閲覧）" },
    { value: "三", label: "三さん（承認者ではない）" },
  ]);
  expect(teamChoices([candidate("四")], [])).toEqual([{ value: "四", label: "四さん" }]);
  expect(removable(team).map(({ userId }) => userId)).toEqual(["二"]);
});

it("tells who may not act so, and nobody else", () => {
  expect(roleNote(true, 3)).toContain("「閲覧」");
  expect(roleNote(true, 2)).toContain("二人目としての確認");
  expect([roleNote(true, 1), roleNote(true, 0), roleNote(false, 3)]).toEqual(["", "", ""]);
});

it("refuses a reader all deeds, a second pair of eyes all but what it confirms, and nobody else any", () => {
  expect(teamRefusals(true, 3)).toEqual({
    acts: "担当者だけができます。",
    confirms: "担当者と承認者だけができます。",
  });
  expect(teamRefusals(true, 2)).toEqual({ acts: "担当者だけができます。" });
  for (const [isTeamOnly, role] of [
    [true, 1],
    [true, 0],
    [false, 2],
    [false, 3],
  ] as const)
    expect(teamRefusals(isTeamOnly, role)).toEqual({});
});
