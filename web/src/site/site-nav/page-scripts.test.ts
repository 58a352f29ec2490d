import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import "./page-scripts.ts";

describe("menus", () => {
  const areas = () => document.querySelector("details") as HTMLDetailsElement;

  beforeEach(() => {
    document.body.innerHTML = `
    <details data-menu open><summary>Service Area</summary><a href="#b">Houston</a></details>
    <p>Elsewhere</p>`;
  });

  test.each(["a", "p"])(
    "a menu closes when its link is followed, or elsewhere is pressed: %s",
    (place) => {
      fireEvent.click(document.querySelector(place) as HTMLElement);
      expect(areas().open).toBe(false);
    },
  );

  test("a menu closes on Escape", () => {
    fireEvent.keyDown(document.body, { key: "a" });
    expect(areas().open).toBe(true);

    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(areas().open).toBe(false);
  });
});

test("pictures far below wait until the page is scrolled for the first time", () => {
  const { classList } = document.documentElement;
  expect(classList.contains("is-scrolled")).toBe(false);

  dispatchEvent(new Event("scroll"));

  expect(classList.contains("is-scrolled")).toBe(true);
});

describe("the coverage section", () => {
  const scrolled = vi.fn();

  async function arrive(hash: string) {
    vi.resetModules();
    location.hash = hash;
    document.body.innerHTML = `<section id="coverage-section"></section>`;
    const section = document.querySelector("section") as HTMLElement;
    section.scrollIntoView = scrolled;
    await import("./page-scripts.ts");
  }

  beforeEach(() => {
    vi.useFakeTimers();
    scrolled.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
    location.hash = "";
  });

  test("NAV-03.4 from another page the covered area is scrolled to after 100 ms", async () => {
    await arrive("#coverage-section");

    vi.advanceTimersByTime(99);
    expect(scrolled).not.toHaveBeenCalled();

    vi.advanceTimersByTime(1);
    expect(scrolled).toHaveBeenCalledOnce();
  });

  test("NAV-02 without the menu's anchor a page stays at its top", async () => {
    await arrive("");

    vi.runAllTimers();

    expect(scrolled).not.toHaveBeenCalled();
  });
});
