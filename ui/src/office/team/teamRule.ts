import type { TeamRule } from "@/api/team";

/** Who of an institution may see its deals (案件を見られる人, team.md 2). */
export const ruleLabel = ({ isTeamOnly }: Pick<TeamRule, "isTeamOnly">): string =>
  isTeamOnly ? "チームのみ" : "全員";

/** What the rule means. */
export const ruleNote = ({ isTeamOnly }: Pick<TeamRule, "isTeamOnly">): string =>
  isTeamOnly
    ? "企業と、その売却案件・交渉を見られるのは、その案件チーム（担当者、承認者、閲覧の人）と、担当者の代理だけです。"
    : "M&Aを扱う利用者は、この金融機関のすべての企業・売却案件・交渉を見られます。";

/** What nobody would move forward under チームのみ; empty where there is nothing. */
export function unattendedText({
  unattendedCompanyCount: companies = 0,
  unattendedListingCount: listings = 0,
}: Pick<TeamRule, "unattendedCompanyCount" | "unattendedListingCount">): string {
  if (companies === 0) return "";
  const of = listings > 0 ? `（進行中の売却案件${listings.toLocaleString("ja-JP")}件）` : "";
  return `担当者が一人もいない企業が${companies.toLocaleString("ja-JP")}社${of}あります。「チームのみ」にすると、担当者を決めるまで、だれも進められません。案件チームに承認者も閲覧の人もいなければ、だれにも見えません。`;
}
