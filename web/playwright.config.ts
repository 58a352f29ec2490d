/** Browser tests: Debian's Chromium against `make run` itself, on data of its own. */
import { mkdirSync, rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { chromium } from "./e2e/chromium.ts";

const PORT = process.env.PORT ?? "8765";
const SITE = `http://127.0.0.1:${PORT}`;

// The first to read this file is the runner; its workers inherit what it sets.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = `${import.meta.dirname}/.e2e-data`;
  rmSync(process.env.E2E_DATA, { recursive: true, force: true });
  mkdirSync(process.env.E2E_DATA);
}

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/many-crews.ts",
  globalTeardown: "./e2e/names-nobody.ts",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  reporter: [["list"], ["./e2e/why.ts"]],
  // In CI the long tests use the other core: slower is no failure there, and a test that passes
  // only the second time is told as flaky. Tracing costs time too: there it begins with the second
  // try.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 15_000 : 5_000 },
  retries: process.env.CI ? 1 : 0,
  use: {
    baseURL: SITE,
    browserName: "chromium",
    locale: "en-US",
    trace: process.env.CI ? "on-first-retry" : "retain-on-failure",
    launchOptions: chromium,
  },
  webServer: {
    // The shell passes no signal on: the product takes its place. Why it does not start is in its log.
    command: 'exec make run 2>"$STANDBY_DATA/log"',
    cwd: "..",
    url: `${SITE}/readyz`,
    env: { PORT, STANDBY_DATA: process.env.E2E_DATA, STANDBY_RATE_LIMITS: "off" },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "ignore",
  },
});
