import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Picture } from "#lib/pictures.ts";
import { hrefOf } from "#test-support.ts";
import { Intro, SizingSteps } from "./generator-config.tsx";

const PICTURE: Picture = { sources: [], src: "/wall.jpg", width: 4, height: 3 };

test("REC-01.1 the headline, one solution card, a way back to the home page", () => {
  render(
    <>
      <Intro picture={PICTURE} />
      <SizingSteps />
    </>,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Start Saving Up To $2,000/year on Average",
  );
  expect(screen.getAllByRole("article").length).toBe(1);
  expect(hrefOf("Back")).toBe("/");
  for (const words of [
    /are an average, not a promise/,
    "A first estimate, in a minute",
    /carry everything that runs at the same moment/,
  ])
    expect(screen.getByText(words)).toBeTruthy();
});
