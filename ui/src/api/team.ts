import { read } from "./read";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A user in the team of a company (案件チーム, team.md 2). */
export type TeamMember = Schemas["TeamMember"];

/** A user who can be put into a team. */
export type TeamCandidate = Schemas["TeamCandidate"];

/** The rule of an institution; nothing asked for is null. */
export type TeamRule = Omit<Schemas["TeamRule"], "asked"> & { asked: Schemas["AllAsked"] | null };

/** The team of a company of the own institution, and whether others may look too. */
export const teamQuery = (companyId: string) => read("team", "/api/Team/GetTeam", { companyId });
