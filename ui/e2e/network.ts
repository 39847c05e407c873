import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { test as base } from "@playwright/test";

/** A running server of the executable under test. */
export interface Network {
  /** The server's origin. */
  base: string;
  /** The first group of the pattern in the server's output. */
  output: string;
  end: () => Promise<void>;
}

/** Starts the executable under test on a free port and waits until its output matches the pattern. */
export function start(args: string[], ready: RegExp): Promise<Network> {
  const program = process.env.TSUNAGU_BIN;
  if (!program) throw new Error("TSUNAGU_BIN names the executable under test: go build, or make test");
  return run(program, args, ready, {});
}

/**
 * The same program with a clock that is so many days ahead. The executable that is handed on has none that can be moved, so it is the Go
 * tests' own: TSUNAGU_AHEAD names `go test -c ./app/program`.
 */
export function startAhead(args: string[], ready: RegExp, days: number): Promise<Network> {
  const program = process.env.TSUNAGU_AHEAD;
  if (!program) throw new Error("TSUNAGU_AHEAD names the program with a clock: go test -c ./app/program");
  const world = resolve(import.meta.dirname, "../../testdata/demo");
  return run(program, args, ready, { TSUNAGU_AS_PROGRAM: world, TSUNAGU_TEST_AHEAD_BY: `${days * 24}h` });
}

async function run(
  program: string,
  args: string[],
  ready: RegExp,
  environment: Record<string, string>,
): Promise<Network> {
  const child = spawn(program, [...args, "-open=false", "-addr", "localhost:0"], {
    env: { ...process.env, ...environment },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill); // so that a stopped worker leaves no running server
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
    output: ready.exec(text)?.[1] ?? "",
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
 * Lets the duties of the desk warn, as in a network that was there before them: most tests are about something else. Those about duties
 * raise what they need. What has begun keeps the gates of its beginning.
 */
async function onlyWarn(base: string) {
  const form = new URLSearchParams({
    grant_type: "password",
    loginId: "office@demo.example.jp",
    password: "Tsunagu-demo1",
  });
  const signedIn = await fetch(`${base}/office/token`, { method: "POST", body: form });
  const { token } = await signedIn.json();
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const read = await fetch(`${base}/api/Office/GetPeriods`, { headers });
  const { version, periodList } = await read.json();
  const rows = (periodList as { key: string; value: number }[]).map(({ key, value }) => ({
    key,
    value: key.startsWith("gate") ? 1 : value,
  }));
  const body = JSON.stringify({ version, periodList: rows });
  const saved = await fetch(`${base}/api/Office/UpdatePeriods`, { method: "PUT", headers, body });
  if (!saved.ok) throw new Error(await saved.text());
}

/**
 * A browser test. Each worker has a demo network of its own, so that parallel files do not affect each
 * other; after a failed test the next one runs in a new worker with a fresh network.
 */
export const test = base.extend<object, { demo: Network }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from this pattern
    async ({}, use) => {
      const demo = await start(["demo"], /止めるには Ctrl\+C/);
      await onlyWarn(demo.base);
      await use(demo);
      await demo.end();
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.base),
});
