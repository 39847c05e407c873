import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "./idle";

/**
 * What follows on a long page: true once what is `ready` has been painted, so that the page is not
 * laid out in one long task. Where it is ready from the beginning, as on coming back, so is the
 * rest: the browser finds the place where one was.
 */
export function useLater(ready: boolean): boolean {
  const [on, setOn] = useState(ready);
  useEffect(() => {
    if (ready && !on) whenIdle(() => startTransition(() => setOn(true)));
  }, [ready, on]);
  return on;
}
