import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Picture } from "#lib/pictures.ts";
import { hrefOf } from "#test-support.ts";
import { Carousel } from "./carousel.tsx";
import { Film } from "./film.tsx";
import { Slides, Stories } from "./stories.tsx";

const PICTURE: Picture = { sources: [], src: "/house.jpg", width: 16, height: 9 };
const WIDTH = 400;
const COUNT = 3;
const scrollTo = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  scrollTo.mockClear();
});
afterEach(() => void vi.useRealTimers());

// happy-dom has no layout: gives the carousel a width and a scroll position.
function showCarousel({ at = 0 } = {}) {
  render(
    <Carousel>
      <Slides pictures={[PICTURE, PICTURE, PICTURE]} />
    </Carousel>,
  );
  const carousel = screen.getByRole("region", { name: "Pictures of the installation" });
  const strip = carousel.firstElementChild as HTMLElement;
  Object.defineProperties(strip, {
    clientWidth: { value: WIDTH },
    scrollWidth: { value: WIDTH * COUNT },
    scrollLeft: { value: WIDTH * at },
  });
  strip.getBoundingClientRect = () => new DOMRect(0, 0, WIDTH, 300);
  strip.scrollTo = scrollTo;
  return { carousel, strip };
}

const film = (
  <Film mp4="/lights.mp4" webm="/lights.webm" label="The lights come on">
    <img src="/dark.jpg" alt="The lights come on" />
  </Film>
);

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => scrollTo.mock.calls.map(([{ left }]) => left / WIDTH);

test.each([
  [0, 1],
  [COUNT - 1, 0],
])("HOME-04.1 after picture %i comes %i every 3500 ms, or 3500 ms after a tap", (at, next) => {
  const { strip } = showCarousel({ at });

  pass(3499);
  expect(shown()).toEqual([]);
  fireEvent.click(strip, { clientX: WIDTH * 0.75 });
  pass(3499);
  expect(shown()).toEqual([next]);

  pass(1);
  expect(shown()).toEqual([next, next]);
});

test("HOME-04.3 a tap on the right half goes on, on the left half back, around too", () => {
  const { strip } = showCarousel();

  fireEvent.click(strip, { clientX: WIDTH * 0.75 });
  fireEvent.click(strip, { clientX: WIDTH * 0.25 });

  expect(shown()).toEqual([1, COUNT - 1]);
});

test("HOME-04.2 it waits while a pointer is over it, or the keyboard in it", () => {
  const { carousel } = showCarousel();

  fireEvent.pointerEnter(carousel, { pointerType: "mouse" });
  pass(7000);
  expect(shown()).toEqual([]);
  fireEvent.pointerLeave(carousel);
  pass(3500);
  expect(shown()).toEqual([1]);

  act(() => screen.getByRole("button", { name: "Next picture" }).focus());
  pass(7000);
  expect(shown()).toEqual([1]);
});

test("HOME-04.4 HOME-04.5 paused, or for who wants no motion, it only moves when turned", () => {
  showCarousel();
  const pause = screen.getByRole("button", { name: "Pause the pictures" });

  fireEvent.click(pause);
  expect(pause.getAttribute("aria-pressed")).toBe("true");
  pass(7000);
  expect(shown()).toEqual([]);
  fireEvent.click(pause);
  pass(3500);
  expect(shown()).toEqual([1]);

  cleanup();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  showCarousel();
  pass(7000);
  expect(shown()).toEqual([1]);
  fireEvent.click(screen.getByRole("button", { name: "Previous picture" }));
  expect(shown()).toEqual([1, COUNT - 1]);
});

test("HOME-03.1 before any script a strip with every picture, and a link to the film", () => {
  const page = document.createElement("div");
  page.innerHTML = renderToStaticMarkup(
    <>
      <Carousel>
        <Slides pictures={[PICTURE, PICTURE, PICTURE]} />
      </Carousel>
      {film}
    </>,
  );

  expect(page.querySelectorAll("figure img[alt]")).toHaveLength(COUNT);
  for (const button of page.querySelectorAll("button"))
    expect(button.closest("[hidden]"), "no dead buttons").not.toBeNull();
  expect(page.querySelector("a")?.getAttribute("href")).toBe("/lights.mp4");
});

test("HOME-03.1 no film is loaded before it is asked for; then it plays without sound", () => {
  const { container } = render(film);
  expect(container.querySelector("video, source")).toBeNull();

  fireEvent.click(screen.getByRole("link"));

  const video = screen.getByLabelText<HTMLVideoElement>("The lights come on");
  expect([video.muted, video.autoplay, video.controls]).toEqual([true, true, true]);
  expect([...video.querySelectorAll("source")].map(({ src }) => new URL(src).pathname)).toEqual([
    "/lights.webm",
    "/lights.mp4",
  ]);
});

test("HOME-03.3 the video review alerts 'Video review scheduling coming soon!', without a script", () => {
  render(<Stories />);
  const button = screen.getByRole("button", { name: "Schedule a video review" });

  const alert = document.getElementById(button.getAttribute("popovertarget") ?? "");

  expect(alert?.hasAttribute("popover")).toBe(true);
  expect(alert?.getAttribute("role")).toBe("alert");
  expect(alert?.textContent).toContain("Video review scheduling coming soon!");
});

test("HOME-03.2 the founder's note, and renderings that say what, where and how long", () => {
  const { container } = render(<Stories />);
  const note = container.querySelector<HTMLDetailsElement>(".founder-note-rest");

  expect(note?.open).toBe(false);
  expect(note?.querySelector("summary")?.textContent).toBe("Continue ReadingShow Less");
  expect(hrefOf("Book a $9 diagnostic")).toBe("/diagnostic");
  expect(screen.getAllByText(/Computer rendering.*not a customer’s home/)).toHaveLength(2);
  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  expect(terms).toEqual(["What", "Where", "How long", "What", "Who"]);
});
