import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { click, mockCall, sent, user } from "../staff.setup.tsx";
import { dialog, ORDER_ID, part, serveOrder, showOrder, staffOrder } from "./orders.setup.tsx";

const steps = staffOrder().installation_steps;
const path = (kind: string) => `/orders/${ORDER_ID}/steps/${kind}`;

test("OPS-17.2 the order says what is missing, each step its dates and number", async () => {
  const permit = { status: "requested" as const, expected_on: "2026-12-01", reference: "25-117" };
  serveOrder({
    installation_steps: steps.map((step) =>
      step.kind === "permit" ? { ...step, ...permit } : step,
    ),
  });
  await showOrder();

  const readiness = part("Getting ready");
  within(readiness).getByText("3 missing");
  within(readiness).getByText("Missing: proposal, permit, technician");
  within(readiness).getByText(/expected Tue, Dec 1/);
  within(readiness).getByText("25-117");
});

test("a step is saved with its dates; the version goes along", async () => {
  serveOrder();
  mockCall("put", path("permit"), () => HttpResponse.json({}));
  await showOrder();

  await click("Edit Permit", part("Getting ready"));
  const form = await dialog("Permit");
  await user.selectOptions(within(form).getByLabelText("Status"), "Requested");
  await user.type(within(form).getByLabelText("Expected on"), "2026-12-01");
  await user.type(within(form).getByLabelText("Number or reference"), "25-117");
  await click("Save", form);

  await screen.findByText("Permit was saved.");
  expect(sent).toMatchObject([
    {
      method: "put",
      body: {
        status: "requested",
        expected_on: "2026-12-01",
        done_on: null,
        reference: "25-117",
        if_version: 41,
      },
    },
  ]);
});

test("the equipment is not called done here: its payment becomes due with it", async () => {
  serveOrder();
  await showOrder();

  await click("Edit Equipment", part("Getting ready"));
  const form = await dialog("Equipment");

  expect(within(form).queryByRole("option", { name: "Done" })).toBeNull();
  within(form).getByLabelText("Serial number");
  within(form).getByText(/mark it under Money/);
});
