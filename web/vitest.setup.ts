/** What all units share: one page for many files, as new at the start of each, clean between tests. */
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
