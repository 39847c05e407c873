import { type ChildProcess, spawn } from "node:child_process";
import { test as base } from "@playwright/test";

/** A server of the executable under test, and its end. */
export interface Network {
  /** Where it answers. */
  base: string;
  /** What stood in its output when it was ready: the first group of the pattern. */
  said: string;
  end: () => Promise<void>;
}

/** Starts the executable under test on a free port and waits until its output fits the pattern. */
export async function start(args: string[], ready: RegExp): Promise<Network> {
  const program = process.env.TSUNAGU_BIN;
  if (!program) throw new Error("TSUNAGU_BIN names the executable under test: go build, or make test");
  const child = spawn(program, [...args, "-open=false", "-addr", "localhost:0"]);
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill); // a worker that is stopped leaves no server behind
  let text = "";
  await new Promise<void>((done, failed) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (ready.test(text)) done();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => failed(new Error(text)));
    child.once("error", failed);
  });
  return {
    base: /アドレス: (\S+)/.exec(text)?.[1] ?? "",
    said: ready.exec(text)?.[1] ?? "",
    end: () => {
      process.removeListener("exit", kill);
      return ended(child);
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill("SIGTERM");
  });
}

/**
 * A test in the browser. Each worker has a demo network of its own, so that two files at a time do not meet
 * in one, and what follows a test that failed (in a new worker) begins with an untouched one.
 */
export const test = base.extend<object, { demo: Network }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed
    async ({}, use) => {
      const demo = await start(["demo"], /止めるには Ctrl\+C/);
      await use(demo);
      await demo.end();
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.base),
});
