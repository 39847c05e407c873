import { part, read } from "./read";

/** A buyer's needs. */
export const needsQuery = (clientId: string) =>
  part(read("needs", "/api/Needs/GetNeedsList", { clientId, clientType: 1 }), ({ needsList }) => needsList);
