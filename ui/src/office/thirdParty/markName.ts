import type { Schemas } from "@/api/officeClient";
import { formatDate, formatTime } from "@/lib/dates";

/** What a proof is called: the day that it closes, or when it was pressed. */
export const nameOf = (mark: Schemas["Mark"]) =>
  mark.day ? formatDate(mark.day) : `${formatTime(mark.at)}（手で押した分）`;
