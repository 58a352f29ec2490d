import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Order } from "#features/order-summary/order-loader.tsx";
import { refused, serving } from "#test-support.ts";
import { renderInApp } from "../../app.setup.tsx";
import { anOrder, noDraft, reservedDraft } from "../visit/visit.fixtures.ts";
import { ConfirmStep } from "./confirm-step.tsx";

const FREE = { amount_cents: 0, status: "none", refundable: false } as const;
const PAID = { amount_cents: 100_00, status: "paid", refundable: false } as const;

let confirmed = 0;
const server = serving();
const orderIs = (order: Order) =>
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));
const mockConfirm = (answer: () => Response) =>
  server.use(
    http.post("*/api/orders/:id/confirm", () => {
      confirmed += 1;
      return answer();
    }),
  );
const refuses = (code: string) => mockConfirm(() => refused(409, code));

beforeEach(() => {
  confirmed = 0;
  reservedDraft();
  orderIs(anOrder({ scheduling_fee: FREE }));
  mockConfirm(() => HttpResponse.json({ appointmentId: "1", status: "confirmed" }));
});

function show() {
  window.history.replaceState(null, "", "/confirm-appointment");
  renderInApp(<ConfirmStep />);
}
const here = () => location.pathname;

const clickContinue = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Confirm Appointment" }));

test("CONF-01.1 CONF-01.2 all is shown, then confirmed, also at a second try", async () => {
  mockConfirm(() => refused(500, "unexpected"));
  show();
  expect(screen.getByRole("heading", { name: "Confirm Your Appointment" })).toBeTruthy();
  expect(await screen.findByText("Thursday, March 5, 2026")).toBeTruthy();
  for (const words of [
    "8:30 AM to 12:30 PM",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "$12,694.77",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("img", { name: /^Map for / })).toBeTruthy();

  await clickContinue();
  await screen.findByText(/We could not confirm it just now/);
  mockConfirm(() => HttpResponse.json({ appointmentId: "1", status: "confirmed" }));
  await clickContinue();

  await waitFor(() => expect(here()).toBe("/visit-payment-success"));
  expect(confirmed).toBe(2);
});

test("what is confirmed already is not confirmed again", async () => {
  const { appointment } = anOrder();
  orderIs(anOrder({ scheduling_fee: PAID, appointment: { ...appointment, status: "confirmed" } }));
  show();

  await clickContinue();

  expect(here()).toBe("/visit-payment-success");
  expect(confirmed).toBe(0);
});

test("CONF-01.4 a fee that is due, also at the last moment, leads back to paying it", async () => {
  orderIs(anOrder());
  show();

  await waitFor(() => expect(here()).toBe("/finalize-installation"));

  cleanup();
  orderIs(anOrder({ scheduling_fee: FREE }));
  refuses("payment_due");
  show();

  await clickContinue();

  await waitFor(() => expect(here()).toBe("/finalize-installation"));
});

test("a day taken meanwhile is told, and another one offered", async () => {
  refuses("hold_expired");
  show();

  await clickContinue();

  const link = await screen.findByRole("link", { name: "Choose another day" });
  expect(link.getAttribute("href")).toBe("/installation-date");
});

test("without an order it leads to the beginning", () => {
  noDraft();

  show();

  expect(here()).toBe("/installation-wizard");
});
