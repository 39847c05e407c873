import { useQuery } from "@tanstack/react-query";
import { teamQuery } from "@/api/team";
import type { Refusals } from "@/kit/Deeds";
import { teamRefusals } from "./teamWords";

/** What the reader may not do with a company of his bank and with what belongs to it; nothing without a company (team.md 2). */
export function useTeamRefusals(companyId: string): Refusals {
  const team = useQuery({ ...teamQuery(companyId), enabled: companyId !== "" }).data;
  return teamRefusals(team?.isTeamOnly ?? false, team?.myRole ?? 0);
}
