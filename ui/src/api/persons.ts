import { part, type QueryOf, read } from "./read";
import type { components } from "./schema.gen";

const PERSONS = "/api/Persons/GetPersonsInCharge";

/** The kinds of records that somebody is in charge of: 企業, 売却案件, and each side of a 交渉 (team.md 1). */
export type ChargeOf = NonNullable<QueryOf<typeof PERSONS>["of"]>;

export type PersonInCharge = components["schemas"]["Person"];

/** A record with who works on it; nobody is null. */
export type InCharge = Omit<components["schemas"]["InCharge"], "personInCharge"> & {
  personInCharge: PersonInCharge | null;
};

/** How much of the own institution's live work a user has. */
export type Load = components["schemas"]["Load"] & PersonInCharge;

/** A live record without a word of its content; nobody is null. */
export type Charge = Omit<components["schemas"]["ChargeRow"], "personInCharge" | "of"> & {
  personInCharge: PersonInCharge | null;
  of: ChargeOf;
};

/** As many records as the call takes at once. */
export const CHARGES_AT_ONCE = 100;

/** Who works on records; without those that the own institution does not work on. */
export const personsInChargeQuery = (of: ChargeOf, ids: readonly string[]) =>
  part(
    read("persons", PERSONS, { of, idList: [...ids] }),
    ({ inChargeList }): readonly InCharge[] => inChargeList,
  );

/** How much each user of the own institution has to do, and what nobody looks after. */
export const loadsQuery = part(
  read("persons", "/api/Persons/GetLoads", {}),
  ({ loadList, unattendedCount }) => ({ loads: loadList as unknown as readonly Load[], unattendedCount }),
);

/** Which mails the user gets, when he is away, and whom he stands in for. */
export const ownWorkQuery = read("persons", "/api/Persons/GetOwnWork", {});

/** What the own institution tells a customer of the user, and who changes it (compliance.md 3). */
export const ownAdviserQuery = read("persons", "/api/Adviser/GetAdviserProfile", {});
