import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { DistanceHelperModal } from "./distance-helper-modal.tsx";

test("EVT-01.4 the tracker hears of the modal", async () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  render(<DistanceHelperModal open onClose={() => {}} onContinue={() => {}} />);

  await userEvent.click(screen.getByRole("button", { name: "Close" }));

  expect(gtag.mock.calls.map(([, name]) => name)).toEqual([
    "distance_modal_opened",
    "distance_modal_closed",
  ]);
});
