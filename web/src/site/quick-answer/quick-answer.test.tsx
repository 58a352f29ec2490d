import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { QuickAnswer } from "./quick-answer.tsx";

test("EVT-01.5 HOME-07.1 HOME-07.2 $5,990 base, two amounts struck through", () => {
  render(<QuickAnswer />);

  expect(screen.getAllByText("$5,990").length).toBeGreaterThan(0);
  for (const amount of ["$590", "$450"]) expect(screen.getByText(amount).closest("s")).toBeTruthy();
  expect(screen.getAllByText("Included")).toHaveLength(2);
  const link = screen.getByRole("link", { name: "Get an Instant Price" });
  expect(link.getAttribute("href")).toBe("/installation-wizard");
  expect(link.dataset.event).toBe("get_instant_price_clicked");
});
