/** Browser tests of the pages in a language that nobody speaks (ops/pseudo_language.py). */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig(tests, { testMatch: "pseudo-language.spec.ts", testIgnore: [] });
