import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary.tsx";

const Broken = () => {
  throw new Error("a fault of ours");
};

test("ERR-01.7 a step that breaks shows 'Unexpected Application Error'", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);

  render(
    <ErrorBoundary name="a step" className="crash">
      <Broken />
    </ErrorBoundary>,
  );

  expect(screen.getByRole("alert").textContent).toContain("Unexpected Application Error");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});
