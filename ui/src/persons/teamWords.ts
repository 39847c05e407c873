import type { TeamCandidate, TeamMember } from "@/api/team";
import type { Refusals } from "@/kit/Deeds";

/** The role of who is in charge; he comes and goes with that (team.md 2). */
export const IN_CHARGE = 1;

/** The roles that somebody can be given, by the codes of the server, and what each may do where teams alone look. */
export const ROLES = [
  { value: "3", label: "閲覧", help: "見るだけです。変更、返信、承認はできません。" },
  {
    value: "2",
    label: "承認者",
    help: "見ることと、二人目としての確認だけができます。管理者が承認者として確認した人に限ります。",
  },
] as const;

/** The team in one line, and whether it counts. */
export const teamSummary = (isTeamOnly: boolean, count: number): string =>
  `案件チーム（${count}名）：${isTeamOnly ? "チームの人だけが見られます" : "いまは全員が見られます"}`;

/** Who can see the company, and what the team means for that. */
export const teamNote = (isTeamOnly: boolean): string =>
  isTeamOnly
    ? "この企業と、その案件・交渉を見られるのは、次の人と、担当者の代理だけです。担当は担当者の変更で決まります。"
    : "いまは、この金融機関でM&Aを扱う全員が、この企業と、その案件・交渉を見られます。案件チームが効くのは、管理者が「チームのみ」に変えてからです。担当は担当者の変更で決まります。";

/** What who is in a team without being in charge may do; "" where that says nothing. */
export function roleNote(isTeamOnly: boolean, role: number): string {
  if (!isTeamOnly) return "";
  if (role === 2)
    return "あなたは、この案件チームの「承認者」です。見ることと、二人目としての確認ができます。ほかの操作は、担当者に依頼してください。";
  if (role === 3)
    return "あなたは、この案件チームの「閲覧」です。見ることだけができます。変更や返信は、担当者に依頼してください。";
  return "";
}

/** What the note says in full, short enough for each button of a screen. */
const ACTS = "担当者だけができます。";
const CONFIRMS = "担当者と承認者だけができます。";

/** What who is in a team without being in charge may not do, and why; nothing where he may do all. */
export function teamRefusals(isTeamOnly: boolean, role: number): Refusals {
  if (!isTeamOnly) return {};
  if (role === 2) return { acts: ACTS };
  if (role === 3) return { acts: ACTS, confirms: CONFIRMS };
  return {};
}

/** What happens to who is taken out. */
export function removalNote(isTeamOnly: boolean, isSelf: boolean): string {
  if (!isTeamOnly)
    return "いまは全員が見られるので、見られるものは変わりません。「チームのみ」に変わると、この企業と、その案件・交渉を見られなくなります。";
  return isSelf
    ? "あなたは、この企業と、その案件・交渉を、すぐに見られなくなります。戻るには、担当者に加えてもらいます。"
    : "この人は、この企業と、その案件・交渉を、次の操作から見られなくなります。";
}

/** Those of a team who can be taken out. */
export const removable = (members: readonly TeamMember[]): TeamMember[] =>
  members.filter(({ role }) => role !== IN_CHARGE);

/** Who can be put into a team: not who is in charge; who is in it already can change his role. */
export function teamChoices(
  candidates: readonly TeamCandidate[],
  members: readonly TeamMember[],
): { value: string; label: string }[] {
  const has = new Map(members.map((member) => [member.userId, member]));
  return candidates
    .filter(({ userId }) => has.get(userId)?.role !== IN_CHARGE)
    .map(({ userId, userName, department, mayApprove }) => {
      const now = has.get(userId);
      const notes = [department, now && `いまは${now.roleLabel}`, !mayApprove && "承認者ではない"];
      const text = notes.filter(Boolean).join("、");
      return { value: userId, label: text ? `${userName}（${text}）` : userName };
    });
}
