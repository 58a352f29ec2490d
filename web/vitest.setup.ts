/** What all units share: one page for many files, clean at the start of each and between tests. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 5000 });
if ("document" in globalThis) {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
}
afterEach(cleanup);
