/**
 * Browser tests: Debian's Chromium against the real product, one product per worker (e2e/test.ts).
 */
import { defineConfig } from "@playwright/test";
import { chromium } from "./e2e/chromium.ts";

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
