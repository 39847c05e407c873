import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "./idle";

/**
 * For the lower part of a long page: true once the `ready` part has been painted, so that the page
 * is not laid out in one long task. If the first part is ready from the beginning, as after Back,
 * the rest is shown at once, so that the browser can restore the scroll position.
 */
export function useAfterPaint(ready: boolean): boolean {
  const [isPainted, setIsPainted] = useState(ready);
  useEffect(() => {
    if (ready && !isPainted) whenIdle(() => startTransition(() => setIsPainted(true)));
  }, [ready, isPainted]);
  return isPainted;
}
