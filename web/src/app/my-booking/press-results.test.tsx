/** What came of a press on My booking takes the focus: on a phone it stands out of sight of its button. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { aBooking, aNextStep, anAppointment, aProposal, CHANGE } from "#fixtures/my-booking.ts";
import { refused } from "#test-support.ts";
import { answers, mockPost, showBooking } from "./my-booking.setup.tsx";

const click = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const focused = () => document.activeElement?.textContent ?? "";
const ACCEPTED = aProposal({
  status: "accepted",
  accepted_at: "2026-11-23T21:10:00Z",
  accepted_name: "Ada Lovelace",
  cancel_until: "2026-11-28T06:00:00Z",
});

async function accept() {
  await userEvent.type(await screen.findByLabelText("Type your full name"), "Ada Lovelace");
  await userEvent.click(screen.getByRole("checkbox", { name: /I have read the proposal/ }));
  await click("Accept the proposal");
}

test("PRESS-01.1 who accepts the proposal stands at its confirmation", async () => {
  await showBooking({ proposal: aProposal() });
  mockPost("/my-booking/proposal/accept", () => HttpResponse.json({}));
  answers("/my-booking", aBooking({ proposal: ACCEPTED }));

  await accept();

  await waitFor(() => expect(focused()).toMatch(/^Accepted by Ada Lovelace/));
});

test("a proposal that was accepted before takes no focus", async () => {
  await showBooking({ proposal: ACCEPTED });
  await screen.findByText(/^Accepted by Ada Lovelace/);

  expect(document.activeElement).toBe(document.body);
});

test("a newer proposal says why the older one was not accepted, before what is to be read anew", async () => {
  await showBooking({ proposal: aProposal() });
  mockPost("/my-booking/proposal/accept", () => refused(409, "proposal_changed"));
  answers("/my-booking", aBooking({ proposal: aProposal({ id: "newer", version: 2 }) }));

  await accept();

  await screen.findByText("PDF, version 2, 184 kB");
  await waitFor(() => expect(focused()).toMatch(/The proposal was updated in the meantime/));
});

const changeProposed = {
  next_step: aNextStep("decide_change"),
  price: { ...aBooking().price, status: "change_proposed" as const, change: CHANGE },
};

test.each([
  ["declined", ["Decline", "Decline the change"], "You declined the change"],
  ["approved", ["Approve the new price"], "The new price is locked"],
])("who has %s a change stands at what follows", async (status, presses, words) => {
  await showBooking(changeProposed);
  mockPost("/my-booking/change-orders/:id", () =>
    HttpResponse.json({ status, is_refundable: false, if_declined: "within_limit", cause: "run" }),
  );
  answers("/my-booking", aBooking());

  for (const press of presses) await click(press);

  await waitFor(() => expect(focused()).toContain(words));
});

test("a change that was answered meanwhile says so, also once it is gone", async () => {
  await showBooking(changeProposed);
  mockPost("/my-booking/change-orders/:id", () => refused(409, "change_order_decided"));
  answers("/my-booking", aBooking());

  await click("Approve the new price");

  await waitFor(() => expect(screen.queryByText("Approve the new price")).toBeNull());
  expect(focused()).toMatch(/already answered/);
});

test("who has moved the day stands at the new one", async () => {
  await showBooking();
  mockPost("/my-booking/reschedule", () => HttpResponse.json({ appointment: {} }));
  await click("Reschedule");
  await screen.findAllByRole("gridcell");
  await click(/10 Open. Thursday, December 10/);
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));
  const appointment = anAppointment({ day: "2026-12-10", time_window: "afternoon" });
  answers("/my-booking", aBooking({ appointment }));

  await click("Move to Thu, Dec 10");

  await waitFor(() =>
    expect(focused()).toBe("Your new day is confirmed: Thursday, December 10, 2026."),
  );
});

test("who has canceled the order stands at what happens next", async () => {
  await showBooking();
  mockPost("/my-booking/cancel", () => HttpResponse.json({ status: "cancelled" }));
  await click("Cancel the order");
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this order?" }));
  const next_step = aNextStep("cancelled", "This order is canceled", "Start a new estimate");
  answers("/my-booking", aBooking({ status: "cancelled", next_step }));

  await userEvent.click(await dialog.findByRole("button", { name: "Cancel the order" }));

  await waitFor(() => expect(focused()).toBe("This order is canceled"));
});
