import { fireEvent } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
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
