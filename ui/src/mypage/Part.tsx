import { type ReactNode, useDeferredValue } from "react";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import styles from "./Desk.module.css";

/** One part of the desk: it loads and fails by itself, and the others stay usable. */
export function Part({
  title,
  count,
  help,
  pending,
  error,
  failed,
  retry,
  children,
}: {
  title: string;
  count?: number;
  help?: string;
  pending: boolean;
  error: Error | null;
  failed: string;
  retry: () => unknown;
  children: ReactNode;
}) {
  // What has come is rendered in slices, so that a tap meanwhile is answered.
  const waiting = useDeferredValue(pending) || pending;
  return (
    <section className={styles.part}>
      <Heading level={2}>
        {title}
        {count !== undefined && count > 0 && !waiting && <span className={styles.count}>{count}件</span>}
      </Heading>
      {help && <p className={styles.help}>{help}</p>}
      {waiting ? (
        <Skeleton rows={3} />
      ) : error ? (
        <div role="alert" className={styles.failed}>
          <p>{failureMessage(failed, error)}</p>
          <Button onClick={() => retry()}>もう一度読み込む</Button>
        </div>
      ) : (
        children
      )}
    </section>
  );
}
