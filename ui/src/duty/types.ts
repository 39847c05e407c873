import type { Duty, DutyGate, DutyLack } from "@/api/duty";

/** What a user does to a duty that is listed. */
export type RowDeed = "record" | "attach" | "confirm" | "draft";

/** The kind by which the seller's bank says what the owner is told of the report of the buyer's bank (gate.go). */
export const BUYER_REPORT = 14;

/** The kind of which a line of the ledger is written: whom the name was told to (経営者保証). */
export const GUARANTEE = 12;

/** The kind of which the form computes an example by a fee table (手数料). */
export const FEE = 7;

/** The deed whose dialog is open, and about what. */
export type DutyDeed =
  | { deed: RowDeed; duty: Duty }
  | { deed: "waive" | "grant" | "refuse"; gate: DutyGate; lack: DutyLack };
