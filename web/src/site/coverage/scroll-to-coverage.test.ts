import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

describe("the coverage section", () => {
  const scrolled = vi.fn();

  async function arrive(hash: string) {
    vi.resetModules();
    location.hash = hash;
    document.body.innerHTML = `<section id="coverage-section"></section>`;
    const section = document.querySelector("section") as HTMLElement;
    section.scrollIntoView = scrolled;
    await import("./scroll-to-coverage.ts");
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
