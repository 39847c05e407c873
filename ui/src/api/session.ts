import { queryOptions } from "@tanstack/react-query";
import { orNone, part, read, readByPost } from "./read";

const SIGN_INS = {
  bank: "/api/FinancialUser/GetSignIns",
  buyer: "/api/BuyerCompanyUser/GetSignIns",
} as const;

/** The user's open sessions, and the browsers that need no code. */
export const signInsQuery = (whose: keyof typeof SIGN_INS) =>
  ({ ...read("session", SIGN_INS[whose], {}), staleTime: 0 }) as const;

const PASSKEYS = {
  bank: "/api/FinancialUser/GetPasskeys",
  buyer: "/api/BuyerCompanyUser/GetPasskeys",
} as const;

/** The user's own passkeys. */
export const passkeysQuery = (whose: keyof typeof PASSKEYS) =>
  ({ ...read("session", PASSKEYS[whose], {}), staleTime: 0 }) as const;

/** Whether a bank's user has an address for his calendar. */
export const calendarFeedQuery = {
  ...read("session", "/api/Calendar/GetCalendarFeed", {}),
  staleTime: 0,
} as const;

/** Whether a bank's user has a second step. */
export const secondStepQuery = {
  ...read("session", "/api/FinancialUser/GetSecondStep", {}),
  staleTime: 0,
} as const;

/** The ways in which a member can prove who he is, the best first. */
export const proofWaysQuery = {
  ...read("session", "/api/Account/GetProofWays", {}),
  staleTime: 0,
} as const;

/** The user whose password a mailed key sets; null for an invalid key. */
export const passwordKeyQuery = (key: string) =>
  queryOptions({
    ...orNone(readByPost("session", "/api/Public/GetPasswordKey", { key })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether the setup key is valid: true, or null. */
export const setupKeyQuery = (key: string) =>
  queryOptions({
    ...orNone(part(readByPost("session", "/api/Public/GetSetupKey", { key }), () => true)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether a bank's user is bound to the directory of his institution. */
export const ownDirectoryQuery = {
  ...read("session", "/api/Directory/GetOwnDirectory", {}),
  staleTime: 0,
} as const;
