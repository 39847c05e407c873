/** Yields between two pieces of work, so that the browser can handle input and paint. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The delay where the browser cannot report idle time (Safari). */
const LATER_MS = 300;

/** The longest delay on a machine that is never idle. */
const BUSY_MS = 1000;

/** Runs work that nobody waits for once the browser is idle. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => work(), { timeout: BUSY_MS });
  else setTimeout(work, LATER_MS);
}
