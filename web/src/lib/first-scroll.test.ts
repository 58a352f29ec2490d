import { expect, test } from "vitest";
import "#lib/first-scroll.ts";

test("pictures far below wait until the page is scrolled for the first time", () => {
  const { classList } = document.documentElement;
  expect(classList.contains("is-scrolled")).toBe(false);

  dispatchEvent(new Event("scroll"));

  expect(classList.contains("is-scrolled")).toBe(true);
});
