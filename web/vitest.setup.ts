/**
 * Setup shared by all unit tests: many files share one page, reset at the start of each file and
 * cleaned between tests.
 */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, expect, vi } from "vitest";
import { wrongSums } from "./src/column-sums.setup.ts";

configure({ asyncUtilTimeout: 5000 });
vi.resetModules();
if ("document" in globalThis) {
  document.head.replaceChildren();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
}
// TRUTH-04.1: whatever a test left on the page sums to its totals.
afterEach(() => {
  if (!("document" in globalThis)) return;
  const wrong = wrongSums(document.body);
  cleanup();
  expect(wrong).toEqual([]);
});
