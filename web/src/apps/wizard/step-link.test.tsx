import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { navigateTo, useWizardPath } from "./navigation.ts";
import { StepLink } from "./step-link.tsx";

const Here = () => <output>{useWizardPath("/")}</output>;

beforeEach(() => {
  window.history.replaceState(null, "", "/installation-date");
  render(
    <>
      <StepLink href="/installation-wizard">Change the address</StepLink>
      <Here />
    </>,
  );
});

const link = () => screen.getByRole("link", { name: "Change the address" });
const here = () => screen.getByRole("status").textContent;

test("a link to another step shows it without a load; the way back is followed", () => {
  const isLeftToBrowser = fireEvent.click(link());

  expect(isLeftToBrowser).toBe(false);
  expect(here()).toBe("/installation-wizard");

  window.history.replaceState(null, "", "/generator-selection");
  fireEvent.popState(window);

  expect(here()).toBe("/generator-selection");
});

test("the step that it was left from is remembered", () => {
  navigateTo("/generator-selection", 3);

  expect(window.history.state).toEqual({ fromStep: 3 });
});

test("a step asked for in a new tab is left to the browser", () => {
  link().addEventListener("click", (event) => expect(event.defaultPrevented).toBe(false));

  fireEvent.click(link(), { ctrlKey: true });

  expect(here()).toBe("/installation-date");
});
