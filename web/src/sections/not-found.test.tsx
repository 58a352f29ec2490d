import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotFound } from "#sections/not-found.tsx";

test("NAV-01.3 an unknown path says so and leads home", () => {
  render(<NotFound />);
  expect(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
});
