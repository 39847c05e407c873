import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "@/api/errors";
import { type TeamMember, teamQuery } from "@/api/team";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { formatDate } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { user } from "@/session/session";
import styles from "./Persons.module.css";
import { TeamAddDialog, TeamRemoveDialog } from "./TeamDialogs";
import { removable, teamNote, teamSummary } from "./teamWords";

/** The team of a company (案件チーム): who may look at it and at what belongs to it, and the deeds that change it. */
export function TeamPanel({ companyId }: { companyId: string }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const query = useQuery(teamQuery(companyId));
  const team = query.data;
  if (query.isError)
    return (
      <section className={`${styles.box} ${styles.framed}`} aria-label="案件チーム">
        <Heading level={2}>案件チーム</Heading>
        <p className={panel.problem} role="alert">
          {failureMessage(FAILED_OWN.teamLoad, query.error)}
        </p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </section>
    );
  if (!team) return null;
  const out = new Set(removable(team.memberList));
  const me = user.value?.userId;
  return (
    <section className={`${styles.framed} ${styles.loads}`} aria-label="案件チーム">
      <details open={team.isTeamOnly}>
        <summary>{teamSummary(team.isTeamOnly, team.memberList.length)}</summary>
        <div className={styles.box}>
          <p className={panel.note}>
            {teamNote(team.isTeamOnly)}
            {!team.mayChange && "チームに人を加え、外せるのは、担当者と管理者です。"}
          </p>
          {team.memberList.length === 0 ? (
            <p className={styles.none}>
              まだ、だれもいません。担当者は「担当者を変更」から、ほかの人は「チームに加える」から決めてください。
            </p>
          ) : (
            <ul className={styles.members}>
              {team.memberList.map((member) => (
                <li key={member.userId}>
                  <span className={styles.role}>{member.roleLabel}</span>
                  <span className={styles.member}>
                    {member.userName}
                    {member.userId === me && "（あなた）"}
                    <small>
                      {member.department && `${member.department}　`}
                      {formatDate(member.since)}から
                      {!member.isEnabled && "　利用停止"}
                    </small>
                  </span>
                  {out.has(member) && (team.mayChange || member.userId === me) && (
                    <Button kind="quiet" onClick={() => setLeaving(member)}>
                      外す<span className="visually-hidden">：{member.userName}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {team.mayChange && (
            <p>
              <Button onClick={() => setAdding(true)}>チームに加える</Button>
            </p>
          )}
        </div>
      </details>
      {isAdding && <TeamAddDialog companyId={companyId} team={team} onClose={() => setAdding(false)} />}
      {leaving && (
        <TeamRemoveDialog
          companyId={companyId}
          isTeamOnly={team.isTeamOnly}
          member={leaving}
          isSelf={leaving.userId === me}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}
