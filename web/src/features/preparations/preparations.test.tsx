import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Preparation } from "#api/my-booking.ts";
import { Preparations } from "./preparations.tsx";

const aStep = (change: Partial<Preparation>): Preparation => ({
  kind: "permit",
  name: "City permit",
  status: "to_do",
  state: "Not started",
  requested_on: null,
  expected_on: null,
  done_on: null,
  ...change,
});

test("OPS-17.3 each step stands in its line with its dates, in a homeowner's words", () => {
  render(
    <Preparations
      steps={[
        aStep({
          status: "requested",
          state: "Under way",
          requested_on: "2026-11-24",
          expected_on: "2026-12-01",
        }),
        aStep({ kind: "hoa", name: "HOA approval", status: "ask", state: "We will ask you" }),
        aStep({
          kind: "equipment",
          name: "Generator and equipment",
          status: "done",
          state: "Done",
          done_on: "2026-12-02",
        }),
      ]}
    />,
  );

  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    "City permitRequested on Tue, Nov 24 · Expected by Tue, Dec 1Under way",
    "HOA approvalWe will ask you",
    "Generator and equipmentDone on Wed, Dec 2Done",
  ]);
  within(screen.getByRole("region")).getByText("Getting ready for your installation");
});
