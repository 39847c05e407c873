import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Skeleton } from "@/kit/Skeleton";
import { useNames } from "./names";

/**
 * What stands in place of content that waits for its data or for the choices: a skeleton, or, where the
 * choices could not be loaded, that they could not and a way to try again.
 */
export function Waiting({ lines, rows }: { lines?: number; rows?: number }) {
  const { names, failed, retry } = useNames();
  if (names || !failed) return <Skeleton lines={lines} rows={rows} />;
  return (
    <EmptyState title="選択肢の取得に失敗しました" action={<Button onClick={retry}>もう一度読み込む</Button>}>
      通信の状態を確認して、もう一度お試しください。
    </EmptyState>
  );
}
