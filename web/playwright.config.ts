/**
 * Browser tests: Debian's Chromium against the real product, one product per worker (e2e/test.ts).
 */
import { defineConfig, type LaunchOptions } from "@playwright/test";

const chromium: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export default defineConfig({
  testDir: "e2e",
  testIgnore: "pseudo-language.spec.ts", // it has pages of its own
  globalSetup: "./e2e/prepare.ts",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  reporter: "list",
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
