import { useQuery } from "@tanstack/react-query";
import { teamQuery } from "@/api/team";
import styles from "./Persons.module.css";
import { roleNote } from "./teamWords";

/** Tells who may only look or confirm so, before he tries more; nothing to everybody else. */
export function TeamRoleNote({ companyId }: { companyId: string }) {
  const team = useQuery(teamQuery(companyId)).data;
  const note = team && roleNote(team.isTeamOnly, team.myRole);
  return note ? (
    <p className={styles.roleNote} role="note">
      {note}
    </p>
  ) : null;
}
