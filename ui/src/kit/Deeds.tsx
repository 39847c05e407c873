import { createContext, type ReactNode, useContext } from "react";

/**
 * Whose a deed is in the team of a record, by the server's names (store.Part): "acts" of who is in charge of it,
 * "confirms" also of a second pair of eyes (team.md 2). What everybody may who may look has none.
 */
export type Part = "acts" | "confirms";

/** Why the reader may not do the deeds of a part; nothing to who may. */
export type Refusals = Partial<Record<Part, string>>;

const Context = createContext<Refusals | null>(null);

/** Around the deeds of one record: what of them its reader may not do, which Button and Link read by their `part`. */
export function Deeds({ refusals, children }: { refusals: Refusals; children: ReactNode }) {
  return <Context value={refusals}>{children}</Context>;
}

/** Why the reader may not do what is of a part; undefined where he may. */
export function useRefusal(part: Part | undefined): string | undefined {
  const refusals = useContext(Context);
  return part && refusals?.[part];
}

/** Whether what is shown stands among the deeds of a record already. */
export const useIsInDeeds = (): boolean => useContext(Context) !== null;
