import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Picture } from "#lib/pictures.ts";
import { Intro } from "./intro.tsx";
import { SizingSteps } from "./sizing-steps.tsx";

const PICTURE: Picture = { sources: [], src: "/wall.jpg", width: 4, height: 3 };

test("REC-01 the headline, one solution card, a way back to the home page", () => {
  render(
    <Intro picture={PICTURE}>
      <button type="button">See My Recommended Generator</button>
    </Intro>,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Start Saving Up To $2,000/year on Average",
  );
  expect(screen.getAllByRole("article").length).toBe(1);
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/");
});

test("REC-01 the claim stands with what it depends on", () => {
  render(<Intro picture={PICTURE} />);

  expect(screen.getByText(/an average claim, not a promise/)).toBeTruthy();
});

test("REC-01 the page says that a bill is a first guess and the load decides", () => {
  render(<SizingSteps />);

  expect(screen.getByText("A first guess, in a minute")).toBeTruthy();
  expect(screen.getByText(/carry what runs at one moment/)).toBeTruthy();
});
