import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotFound } from "#sections/not-found.tsx";
import { hrefOf } from "#test-support.ts";

test("NAV-01.3 an unknown path says so and leads home", () => {
  render(<NotFound />);
  expect(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeTruthy();
  expect(hrefOf("Return to Home")).toBe("/");
});
