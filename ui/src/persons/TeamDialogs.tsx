import { useForm } from "react-hook-form";
import { useLocation } from "wouter";
import type { TeamMember } from "@/api/team";
import panel from "@/kit/Panel.module.css";
import { FAILED_OWN } from "@/messages";
import { ChargeDialog } from "./ChargeDialog";
import { type CompanyTeam, removeTeamMember, rereadTeam, saveTeamMember } from "./calls";
import { TEAM_FIELDS, TEAM_VALUES, TeamFields } from "./TeamFields";
import { removalNote, teamChoices } from "./teamWords";

/** Puts somebody into the team of a company, or changes his role. */
export function TeamAddDialog({
  companyId,
  team,
  onClose,
}: {
  companyId: string;
  team: CompanyTeam;
  onClose: () => void;
}) {
  const form = useForm({ shouldFocusError: false, defaultValues: TEAM_VALUES });
  const options = teamChoices(team.candidateList, team.memberList);
  return (
    <ChargeDialog
      title="案件チームに加える"
      label="チームに加える"
      form={form}
      fields={TEAM_FIELDS}
      failed={FAILED_OWN.teamSave}
      done="案件チームに加えました。"
      blocked={
        options.length > 0
          ? undefined
          : "加えられる人がいません。利用者を増やすには、管理者に依頼してください。"
      }
      send={({ userId, role }) => saveTeamMember({ companyId, userId, role: Number(role) })}
      reread={rereadTeam}
      onClose={onClose}
    >
      <p className={panel.note}>
        この企業と、その売却案件、交渉のこちら側が対象です。チームにいる人を選ぶと、役割が変わります。
        チームの全員に、メールで知らせます。
      </p>
      <TeamFields form={form} options={options} />
    </ChargeDialog>
  );
}

/** Takes somebody out of the team of a company. */
export function TeamRemoveDialog({
  companyId,
  isTeamOnly,
  member,
  isSelf,
  onClose,
}: {
  companyId: string;
  isTeamOnly: boolean;
  member: TeamMember;
  isSelf: boolean;
  onClose: () => void;
}) {
  const form = useForm();
  const [, go] = useLocation();
  const whom = isSelf ? "自分" : `${member.userName}さん`;
  return (
    <ChargeDialog
      title={`${whom}を案件チームから外す`}
      label="チームから外す"
      form={form}
      fields={[]}
      failed={FAILED_OWN.teamRemove}
      done="案件チームから外しました。"
      send={async () => {
        await removeTeamMember({ companyId, userId: member.userId });
        if (isSelf && isTeamOnly) go("/mypage"); // the page is not his any more
      }}
      reread={rereadTeam}
      onClose={onClose}
    >
      <p>{removalNote(isTeamOnly, isSelf)}チームの全員と外れる人に、メールで知らせます。</p>
    </ChargeDialog>
  );
}
