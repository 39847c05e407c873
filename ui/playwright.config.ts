import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const output = process.env.CI_OUTPUT ?? "../ci-output";
// The one without windows comes first: of the processor time of these tests it takes a seventh to a quarter less.
const chromium = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path));

/** The tests drive the real executable (TSUNAGU_BIN, built by `make test`): e2e/network.ts starts it. */
export default defineConfig({
  testDir: "e2e",
  outputDir: `${output}/playwright`,
  reporter: [["list"], ["json", { outputFile: `${output}/playwright.json` }]],
  workers: 2,
  // Once more, in a new network: the runner names what then passed as flaky.
  retries: 1,
  // On a machine with much else to do: what hangs ends by the limits of one step.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1280, height: 900 },
    // Recording costs a third of the processor time of all browser tests: only the second try is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
