import { queryOptions } from "@tanstack/react-query";
import { orNone, part, read, readByPost } from "./read";

const SIGN_INS = {
  bank: "/api/FinancialUser/GetSignIns",
  buyer: "/api/BuyerCompanyUser/GetSignIns",
} as const;

/** Where one is signed in, and which browsers need no code. */
export const signInsQuery = (whose: keyof typeof SIGN_INS) =>
  ({ ...read("session", SIGN_INS[whose], {}), staleTime: 0 }) as const;

/** Whether a bank's user has a second step. */
export const secondStepQuery = {
  ...read("session", "/api/FinancialUser/GetSecondStep", {}),
  staleTime: 0,
} as const;

/** Whose password a mailed key sets; null for a key that does not open. */
export const passwordKeyQuery = (key: string) =>
  queryOptions({
    ...orNone(readByPost("session", "/api/Public/GetPasswordKey", { key })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether the first start's key opens: true, or null. */
export const setupKeyQuery = (key: string) =>
  queryOptions({
    ...orNone(part(readByPost("session", "/api/Public/GetSetupKey", { key }), () => true)),
    staleTime: Number.POSITIVE_INFINITY,
  });
