import { createContext, useContext } from "react";
import type { Negotiation } from "../types";
import styles from "./DeedDialog.module.css";

const Subject = createContext<Negotiation | null>(null);

/** Tells the dialogs below it of which negotiation they are: each names its buyer to the banks. */
export const DialogSubject = Subject.Provider;

/** The buyer and the listing of a dialog, where a bank has many of them open. */
export function SubjectLine() {
  const n = useContext(Subject);
  if (!n || n.side === "buyer") return null;
  return (
    <p className={styles.subject}>
      <strong>{n.displayName}</strong>との交渉{n.businessName && `：${n.businessName}`}
    </p>
  );
}
