/** Between two pieces of work: what the user did meanwhile is answered first, and painted. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Where the browser does not tell when it is idle (Safari), this much later. */
const LATER_MS = 300;

/** A machine that is never idle does it all the same, this much later at most. */
const BUSY_MS = 1000;

/** Does what nobody waits for once the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: BUSY_MS });
  else setTimeout(work, LATER_MS);
}
