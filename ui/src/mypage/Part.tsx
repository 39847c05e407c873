import type { ReactNode } from "react";
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
  return (
    <section className={styles.part}>
      <Heading level={2}>
        {title}
        {count !== undefined && count > 0 && !pending && <span className={styles.count}>{count}件</span>}
      </Heading>
      {help && <p className={styles.help}>{help}</p>}
      {pending ? (
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
