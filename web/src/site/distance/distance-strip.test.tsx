import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { copy } from "#features/distance-helper/copy.ts";
import DistanceStrip from "./distance-strip.tsx";

test("EVT-01.4 the tracker hears of the modal", async () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  render(<DistanceStrip />);

  await userEvent.click(screen.getByRole("link", { name: copy.open }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));

  expect(gtag.mock.calls.map(([, name]) => name)).toEqual([
    "distance_modal_opened",
    "distance_modal_closed",
  ]);
});
