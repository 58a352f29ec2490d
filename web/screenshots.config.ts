/** `make screenshots` and `make compare`: the browser tests once more, one after another, for their pictures. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

const WITHOUT_PICTURES = [
  "coverage-map",
  "long-run",
  "moving-about",
  "polyglots",
  "slow-delivery",
  "together",
];

export default defineConfig(tests, {
  testDir: ".",
  testMatch: ["e2e/*.spec.ts", "screenshots/*.spec.ts"],
  testIgnore: WITHOUT_PICTURES.map((name) => `e2e/${name}.spec.ts`),
  grepInvert: /is shown whole/, // without scripts: the same pictures
  snapshotPathTemplate: "../var/screenshots/{arg}{ext}",
  workers: 1, // what staff see of each other's orders is then the same each time
  fullyParallel: false,
  reporter: [["list"], ["html", { outputFolder: "../var/comparison", open: "never" }]],
  timeout: 180_000,
  expect: { timeout: 30_000 },
});
