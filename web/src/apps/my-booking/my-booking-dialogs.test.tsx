import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { aBooking, anAppointment, CANCELLATION } from "./my-booking.fixtures.ts";
import { answers, refused, sent, serveBooking, showBooking, takes } from "./my-booking.setup.tsx";

serveBooking();

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const dialog = (name: string) => screen.findByRole("dialog", { name });

async function openReschedule(button = "Move the date") {
  await press(button);
  const opened = await dialog("Move your appointment");
  await within(opened).findAllByRole("gridcell");
  return opened;
}

async function chooseSlot() {
  await press(/10 Open. Thursday, December 10/);
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));
}

test("the date is moved in the same calendar, under one key", async () => {
  await showBooking();
  takes("/my-booking/reschedule", () => HttpResponse.json({ appointment: {} }));
  await openReschedule();
  await chooseSlot();

  answers(
    "/my-booking",
    aBooking({ appointment: anAppointment({ day: "2026-12-10", time_window: "afternoon" }) }),
  );
  await press("Move to Thu, Dec 10");

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ day: "2026-12-10", time_window: "afternoon" });
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByText("Thursday, December 10, 2026")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("nothing is sent without a day and a window; both are asked for", async () => {
  await showBooking();
  await openReschedule();

  await press("Move to this day");

  expect(screen.getByText("Please choose a day")).toBeTruthy();
  expect(screen.getByText("Please choose morning or afternoon")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("a day that filled up is told, and the dialog stays", async () => {
  await showBooking();
  takes("/my-booking/reschedule", () => refused(409, "day_full"));
  await openReschedule();
  await chooseSlot();
  await press("Move to Thu, Dec 10");

  expect((await screen.findByRole("alert")).textContent).toContain("That day just filled up.");
});

test("too late to move: the phone", async () => {
  await showBooking();
  takes("/my-booking/reschedule", () => refused(409, "too_late_to_reschedule"));
  await openReschedule();
  await chooseSlot();
  await press("Move to Thu, Dec 10");

  const told = await screen.findByRole("alert");
  expect(told.textContent).toContain("less than 48 hours");
  expect(within(told).getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
});

test("a lost answer is asked for again under the same key", async () => {
  await showBooking();
  takes("/my-booking/reschedule", () => HttpResponse.error());
  await openReschedule();
  await chooseSlot();
  await press("Move to Thu, Dec 10");
  await screen.findByText(/We could not reach the server/);
  await press("Move to Thu, Dec 10");

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("needs_new_date: another day is chosen right here", async () => {
  await showBooking({
    next_step: { key: "choose_date", by: null },
    appointment: anAppointment({ status: "needs_new_date", can_reschedule: false }),
  });
  await press("Choose a day");

  const opened = await dialog("Move your appointment");
  expect(within(opened).getByText(/Your payment counts in full/)).toBeTruthy();
});

test("cancelling shows the rule and the exact refund first, and names the refund it showed", async () => {
  await showBooking();
  takes("/my-booking/cancel", () => HttpResponse.json({ status: "cancelled" }));
  answers("/my-booking/cancellation", {
    ...CANCELLATION,
    rule: "within_three_days",
    refund_cents: 3_273_69,
    kept_cents: 0,
    words: "You are within three business days of signing: everything comes back.",
  });
  await press("Cancel the order");
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

test("a refund that changed meanwhile is refused, and the new figure shown", async () => {
  await showBooking();
  takes("/my-booking/cancel", () => refused(409, "refund_changed"));
  await press("Cancel the order");
  const opened = await dialog("Cancel this order?");
  await within(opened).findByText("$100.00");

  answers("/my-booking/cancellation", { ...CANCELLATION, refund_cents: 50_00, kept_cents: 50_00 });
  await userEvent.click(within(opened).getByRole("button", { name: "Cancel the order" }));

  expect((await within(opened).findByRole("alert")).textContent).toContain("Nothing was cancelled");
  expect(await within(opened).findAllByText("$50.00")).toHaveLength(2);
});

test("what cannot be cancelled here says so with the phone", async () => {
  await showBooking();
  answers("/my-booking/cancellation", { ...CANCELLATION, can_cancel: false, words: "" });
  await press("Cancel the order");
  const opened = await dialog("Cancel this order?");

  expect(await within(opened).findByText(/cannot be cancelled here/)).toBeTruthy();
  expect(within(opened).queryByRole("button", { name: "Cancel the order" })).toBeNull();
});

test("'Keep my order' closes, and nothing happens", async () => {
  await showBooking();
  await press("Cancel the order");
  const opened = await dialog("Cancel this order?");
  await userEvent.click(await within(opened).findByRole("button", { name: "Keep my order" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
});
