import { call } from "@/api/client";
import { officePasskeysQuery } from "@/api/office";
import { office } from "@/api/officeClient";
import type { PasskeyCalls } from "./types";

/** The calls on the user's own passkeys at the console. */
export const officePasskeys: PasskeyCalls = {
  list: officePasskeysQuery,
  start: (body) => call(office.POST("/api/Office/StartPasskey", { body })),
  add: (body) => call(office.POST("/api/Office/AddPasskey", { body })),
  rename: (body) => call(office.POST("/api/Office/RenamePasskey", { body })),
  remove: (body) => call(office.POST("/api/Office/RemovePasskey", { body })),
  startProof: () => call(office.POST("/api/Office/StartPasskeyProof")),
  prove: (body) => call(office.POST("/api/Office/ProveByPasskey", { body })),
};
