import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { aBooking, anAppointment, CANCELLATION } from "./my-booking.fixtures.ts";
import {
  answers,
  mockPost,
  refused,
  sent,
  serveBooking,
  showBooking,
} from "./my-booking.setup.tsx";

serveBooking();

const MOVE = "/my-booking/reschedule";
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const dialog = (name: string) => screen.findByRole("dialog", { name });

async function openReschedule(button = "Move the date") {
  await click(button);
  const opened = await dialog("Move your appointment");
  await within(opened).findAllByRole("gridcell");
  return opened;
}

async function chooseSlot() {
  await click(/10 Open. Thursday, December 10/);
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));
}

test("the date is moved in the same calendar, after a lost answer under the same key", async () => {
  await showBooking();
  mockPost(MOVE, () => HttpResponse.error());
  await openReschedule();
  await click("Move to this day");
  expect(screen.getByText("Please choose a day")).toBeTruthy();
  expect(screen.getByText("Please choose morning or afternoon")).toBeTruthy();
  expect(sent).toEqual([]);
  await chooseSlot();
  await click("Move to Thu, Dec 10");
  await screen.findByText(/We could not reach the server/);

  mockPost(MOVE, () => HttpResponse.json({ appointment: {} }));
  const appointment = anAppointment({ day: "2026-12-10", time_window: "afternoon" });
  answers("/my-booking", aBooking({ appointment }));
  await click("Move to Thu, Dec 10");

  expect(await screen.findByText("Thursday, December 10, 2026")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual(
    Array(2).fill({ day: "2026-12-10", time_window: "afternoon" }),
  );
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test.each([
  ["day_full", "That day just filled up."],
  ["too_late_to_reschedule", "less than 48 hours"],
])("%s is told in the dialog, with the phone", async (code, words) => {
  await showBooking();
  mockPost(MOVE, () => refused(409, code));
  const opened = await openReschedule();
  await chooseSlot();
  await click("Move to Thu, Dec 10");

  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(within(opened).getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
});

test("needs_new_date: another day is chosen right here", async () => {
  await showBooking({
    next_step: { key: "choose_date", by: null },
    appointment: anAppointment({ status: "needs_new_date", can_reschedule: false }),
  });
  await click("Choose a day");

  const opened = await dialog("Move your appointment");
  expect(within(opened).getByText(/Your payment counts in full/)).toBeTruthy();
});

test("cancelling shows the rule and the exact refund first, and names what it showed", async () => {
  await showBooking();
  mockPost("/my-booking/cancel", () => HttpResponse.json({ status: "cancelled" }));
  answers("/my-booking/cancellation", {
    ...CANCELLATION,
    rule: "within_three_days",
    refund_cents: 3_273_69,
    kept_cents: 0,
    words: "You are within three business days of signing: everything comes back.",
  });
  await click("Cancel the order");
  const opened = await dialog("Cancel this order?");

  expect(await within(opened).findByText("$3,273.69")).toBeTruthy();
  expect(within(opened).getByText(/everything comes back/)).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(within(opened).getByLabelText(/Why do you cancel/), "We are moving");
  await userEvent.click(within(opened).getByRole("button", { name: "Cancel the order" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ refund_cents: 3_273_69, reason: "We are moving" });
  expect(sent[0]?.key).toBeTruthy();
});

test("a refund that changed meanwhile is refused, the new figure shown", async () => {
  await showBooking();
  mockPost("/my-booking/cancel", () => refused(409, "refund_changed"));
  await click("Cancel the order");
  const opened = within(await dialog("Cancel this order?"));
  await opened.findByText("$100.00");

  answers("/my-booking/cancellation", { ...CANCELLATION, refund_cents: 50_00, kept_cents: 50_00 });
  await userEvent.click(opened.getByRole("button", { name: "Cancel the order" }));

  expect((await opened.findByRole("alert")).textContent).toContain("Nothing was cancelled");
  expect(await opened.findAllByText("$50.00")).toHaveLength(2);
  await userEvent.click(opened.getByRole("button", { name: "Keep my order" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toHaveLength(1);
});

test("what cannot be cancelled here says so with the phone", async () => {
  await showBooking();
  answers("/my-booking/cancellation", { ...CANCELLATION, can_cancel: false, words: "" });
  await click("Cancel the order");
  const opened = await dialog("Cancel this order?");

  expect(await within(opened).findByText(/cannot be cancelled here/)).toBeTruthy();
  expect(within(opened).queryByRole("button", { name: "Cancel the order" })).toBeNull();
});
