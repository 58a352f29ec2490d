/**
 * Setup shared by all unit tests: many files share one page, reset at the start of each file and
 * cleaned between tests.
 */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

configure({ asyncUtilTimeout: 5000 });
vi.resetModules();
if ("document" in globalThis) {
  document.head.replaceChildren();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
}
afterEach(cleanup);
