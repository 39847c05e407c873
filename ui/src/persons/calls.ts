import { api, call } from "@/api/client";
import type { BodyOf } from "@/api/read";
import { rereadAfter } from "@/api/reread";

/** Writes who works on a record. */
export const savePersons = (body: BodyOf<"/api/Persons/SavePersonsInCharge">) =>
  call(api.POST("/api/Persons/SavePersonsInCharge", { body }));

/** Makes somebody the main person of several records: of all of them, or of none. */
export const handOver = (body: BodyOf<"/api/Persons/HandOver">) =>
  call(api.POST("/api/Persons/HandOver", { body }));

/** Rereads what shows or is ordered by who works on it. */
export const rereadPersons = () => rereadAfter("persons");
