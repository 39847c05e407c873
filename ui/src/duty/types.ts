import type { Duty, DutyGate, DutyLack } from "@/api/duty";

/** What a user does to a duty that is listed. */
export type RowDeed = "record" | "attach" | "confirm" | "draft";

/** The deed whose dialog is open, and about what. */
export type DutyDeed =
  | { deed: RowDeed; duty: Duty }
  | { deed: "waive" | "grant" | "refuse"; gate: DutyGate; lack: DutyLack };
