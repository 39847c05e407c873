import { part, read } from "./read";

/** What a buyer looks for. */
export const needsQuery = (clientId: string) =>
  part(read("needs", "/api/Needs/GetNeedsList", { clientId, clientType: 1 }), ({ needsList }) => needsList);
