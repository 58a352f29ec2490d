import { fireEvent, screen } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { told } from "#lib/analytics.ts";

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
  await import("#lib/tell-events.ts");
}

beforeEach(() => {
  gtag.mockClear();
  observed.length = 0;
});

test("a press anywhere inside a marked link is told with what the link carries", async () => {
  await listen();
  document.body.innerHTML = `<a href="#contact"><b>Free Estimate</b></a>`;
  for (const [name, value] of Object.entries(told("navbar_book_clicked", { value: 1 })))
    document.querySelector("a")?.setAttribute(name, value ?? "");

  fireEvent.click(screen.getByText("Free Estimate"));

  expect(gtag).toHaveBeenCalledWith("event", "navbar_book_clicked", { value: 1 });
});

test("what is not marked is not told", async () => {
  await listen();
  document.body.innerHTML = `<a href="#contact">Contact</a>`;

  fireEvent.click(screen.getByText("Contact"));

  expect(gtag).not.toHaveBeenCalled();
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
