import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import "./close-menus.ts";

const areas = () => document.querySelector("details") as HTMLDetailsElement;

beforeEach(() => {
  document.body.innerHTML = `
    <details data-menu open><summary>Service Area</summary><a href="#coverage-section">Houston</a></details>
    <p>Elsewhere</p>`;
});

test("a menu closes when its link is followed", () => {
  fireEvent.click(document.querySelector("a") as HTMLElement);
  expect(areas().open).toBe(false);
});

test("a menu closes when one looks elsewhere", () => {
  fireEvent.click(document.querySelector("p") as HTMLElement);
  expect(areas().open).toBe(false);
});

test("a menu closes on Escape", () => {
  fireEvent.keyDown(document.body, { key: "a" });
  expect(areas().open).toBe(true);

  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(areas().open).toBe(false);
});
