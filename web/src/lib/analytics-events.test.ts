import { fireEvent, screen } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { analyticsAttributes } from "#lib/analytics.ts";

type Entry = { isIntersecting: boolean; target: Element };

const gtag = vi.fn();
const observed: Element[] = [];
let scroll: (entries: Entry[]) => void;

class Observer {
  constructor(callback: (entries: Entry[]) => void) {
    scroll = callback;
  }
  observe = (section: Element) => observed.push(section);
  unobserve = (section: Element) => observed.splice(observed.indexOf(section), 1);
}

async function listen() {
  vi.resetModules();
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("gtag", gtag);
  await import("#lib/analytics-events.ts");
}

beforeEach(() => {
  gtag.mockClear();
  observed.length = 0;
});

test("a press in a marked link is told with what it carries, another is not", async () => {
  await listen();
  document.body.innerHTML = `<a href="#contact"><b>Free Estimate</b></a><i>Contact</i>`;
  for (const [name, value] of Object.entries(
    analyticsAttributes("navbar_book_clicked", { value: 1 }),
  ))
    document.querySelector("a")?.setAttribute(name, value ?? "");

  fireEvent.click(screen.getByText("Contact"));
  fireEvent.click(screen.getByText("Free Estimate"));

  expect(gtag).toHaveBeenCalledExactlyOnceWith("event", "navbar_book_clicked", { value: 1 });
});

test("EVT-01.6 a section is told once, when it is seen", async () => {
  document.body.innerHTML = `<main><section id="benefits"></section><section></section></main>`;
  const benefits = document.querySelector("#benefits") as Element;
  await listen();
  expect(observed).toEqual([benefits]);

  scroll([{ isIntersecting: false, target: benefits }]);
  scroll([{ isIntersecting: true, target: benefits }]);

  expect(gtag).toHaveBeenCalledExactlyOnceWith("event", "section_viewed", { section: "benefits" });
  expect(observed).toEqual([]);
});
