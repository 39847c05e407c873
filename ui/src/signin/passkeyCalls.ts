import { api, call } from "@/api/client";
import { passkeysQuery } from "@/api/session";
import type { PasskeyCalls } from "./types";

/** The calls on a bank user's own passkeys. */
export const bankPasskeys: PasskeyCalls = {
  list: passkeysQuery("bank"),
  start: (body) => call(api.POST("/api/FinancialUser/StartPasskey", { body })),
  add: (body) => call(api.POST("/api/FinancialUser/AddPasskey", { body })),
  rename: (body) => call(api.POST("/api/FinancialUser/RenamePasskey", { body })),
  remove: (body) => call(api.POST("/api/FinancialUser/RemovePasskey", { body })),
  startProof: () => call(api.POST("/api/FinancialUser/StartPasskeyProof")),
  prove: (body) => call(api.POST("/api/FinancialUser/ProveByPasskey", { body })),
};

/** The calls on a buyer user's own passkeys. */
export const buyerPasskeys: PasskeyCalls = {
  list: passkeysQuery("buyer"),
  start: (body) => call(api.POST("/api/BuyerCompanyUser/StartPasskey", { body })),
  add: (body) => call(api.POST("/api/BuyerCompanyUser/AddPasskey", { body })),
  rename: (body) => call(api.POST("/api/BuyerCompanyUser/RenamePasskey", { body })),
  remove: (body) => call(api.POST("/api/BuyerCompanyUser/RemovePasskey", { body })),
  startProof: () => call(api.POST("/api/BuyerCompanyUser/StartPasskeyProof")),
  prove: (body) => call(api.POST("/api/BuyerCompanyUser/ProveByPasskey", { body })),
};
