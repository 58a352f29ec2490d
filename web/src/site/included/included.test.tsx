import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Included } from "./included.tsx";

test.each([
  ["3-inch concrete pad", "$399"],
  ["26R battery", "$69.74"],
  ["Whole-house surge protector", "$124.99"],
  ["Smart management module, 100 A", "$291.99"],
])("HOME-07.3 %s is included, its %s struck through", (name, value) => {
  render(<Included />);

  const part = screen.getByText(name).closest("li");

  expect(part?.querySelector("s")?.textContent).toContain(value);
  expect(part?.textContent).toContain("Included");
});

test("the automatic transfer switch costs $0", () => {
  render(<Included />);

  expect(screen.getByText("Automatic transfer switch").closest("li")?.textContent).toContain("$0");
});
