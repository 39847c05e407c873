import { api, call } from "@/api/client";
import type { BodyOf } from "@/api/read";
import { rereadAfter } from "@/api/reread";
import type { components } from "@/api/schema.gen";

/** Writes who works on a record. */
export const savePersons = (body: BodyOf<"/api/Persons/SavePersonsInCharge">) =>
  call(api.POST("/api/Persons/SavePersonsInCharge", { body }));

/** Makes somebody the main person of several records: of all of them, or of none. */
export const handOver = (body: BodyOf<"/api/Persons/HandOver">) =>
  call(api.POST("/api/Persons/HandOver", { body }));

/** Rereads what shows or is ordered by who works on it. */
export const rereadPersons = () => rereadAfter("persons");

/** The team of a company as the server answers it. */
export type CompanyTeam = components["schemas"]["CompanyTeam"];

/** Puts somebody into the team of a company, or changes his role. */
export const saveTeamMember = (body: BodyOf<"/api/Team/SaveTeamMember">) =>
  call(api.POST("/api/Team/SaveTeamMember", { body }));

/** Takes somebody out of the team of a company. */
export const removeTeamMember = (body: BodyOf<"/api/Team/RemoveTeamMember">) =>
  call(api.POST("/api/Team/RemoveTeamMember", { body }));

/** Rereads the teams. */
export const rereadTeam = () => rereadAfter("team");
