/**
 * `make screenshots` and `make compare`: the browser tests again, one at a time, for their
 * pictures.
 */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

const WITHOUT_PICTURES = [
  "coverage-map",
  "loading",
  "moving-about",
  "polyglots",
  "pseudo-language",
];

export default defineConfig(tests, {
  testDir: ".",
  testMatch: ["e2e/*.spec.ts", "screenshots/*.spec.ts"],
  testIgnore: WITHOUT_PICTURES.map((name) => `e2e/${name}.spec.ts`),
  grepInvert: /is shown whole/, // without scripts: the same pictures
  snapshotPathTemplate: "../var/screenshots/{arg}{ext}",
  workers: 1, // so that one test's orders do not appear in another's pictures at random
  fullyParallel: false,
  reporter: [["list"], ["html", { outputFolder: "../var/comparison", open: "never" }]],
  timeout: 180_000,
  expect: { timeout: 30_000 },
});
