/** `make screenshots`: the same browser and the same server as the tests, for looking at. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig(tests, {
  testDir: "screenshots",
  timeout: 180_000,
  expect: { timeout: 30_000 }, // nothing is judged here: a busy machine may take its time
});
