import { type ReactNode, useDeferredValue } from "react";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import styles from "./Desk.module.css";

/** One section of the top page, with its own loading and error state. */
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
  /** The message shown with the error. */
  failed: string;
  retry: () => unknown;
  children: ReactNode;
}) {
  // The loaded data renders in a deferred update, so that input is handled meanwhile.
  const showSkeleton = useDeferredValue(pending) || pending;
  return (
    <section className={styles.part}>
      <Heading level={2}>
        {title}
        {count !== undefined && count > 0 && !showSkeleton && <span className={styles.count}>{count}件</span>}
      </Heading>
      {help && <p className={styles.help}>{help}</p>}
      {showSkeleton ? (
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
