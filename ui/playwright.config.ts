import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const output = process.env.CI_OUTPUT ?? "../ci-output";
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

/**
 * The tests drive the real executable (TSUNAGU_BIN, built by `make test`). Each worker has a demo
 * network of its own, so that two files at a time do not meet in one.
 */
const workers = 2;
const [host, port] = (process.env.E2E_ADDRESS ?? "localhost:18480").split(":");
const addressOf = (worker: number) => `${host}:${Number(port) + worker}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: `${output}/playwright`,
  reporter: [["list"], ["json", { outputFile: `${output}/playwright.json` }]],
  workers,
  timeout: 240_000,
  expect: { timeout: 30_000 }, // on a machine with much else to do
  use: {
    baseURL: `http://${addressOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))}`,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1280, height: 900 },
    trace: "retain-on-failure",
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
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: `${process.env.TSUNAGU_BIN ?? "go run -C .. ."} demo -open=false -addr ${addressOf(worker)}`,
    url: `http://${addressOf(worker)}/healthz`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  })),
});
