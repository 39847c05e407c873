import { useEffect, useState } from "react";
import { pending } from "@/lib/loading";
import styles from "./LoadingBar.module.css";

/** The bar appears only after this wait, and disappears after the same delay (SPEC.md section 9). */
const THROTTLE_MS = 200;
const DURATION_MS = 5000;

/** A thin bar at the top while something is loading. */
export function LoadingBar() {
  const waiting = pending.value > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setShown(false);
      return;
    }
    const start = setTimeout(() => setShown(true), THROTTLE_MS);
    const end = setTimeout(() => setShown(false), THROTTLE_MS + DURATION_MS);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, [waiting]);
  if (!shown) return null;
  return <div className={styles.bar} role="progressbar" aria-label="読み込み中" />;
}
