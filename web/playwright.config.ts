/** Browser tests: Debian's Chromium against the product itself, one for each worker (e2e/test.ts). */
import { mkdirSync, rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { chromium } from "./e2e/chromium.ts";

// The first to read this file is the runner; its workers inherit what it sets.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = `${import.meta.dirname}/.e2e-data`;
  rmSync(process.env.E2E_DATA, { recursive: true, force: true });
  mkdirSync(process.env.E2E_DATA);
}

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/prepare.ts",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  reporter: [["list"], ["./e2e/why.ts"]],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: "chromium",
    locale: "en-US",
    trace: "retain-on-failure",
    launchOptions: chromium,
  },
});
