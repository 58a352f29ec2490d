import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keepInstallationComplete } from "#draft/installation-complete.ts";
import { inMinutes, noDraft } from "./visit.fixtures.ts";
import VisitPaymentCancelled from "./visit-payment-cancelled.tsx";

beforeEach(noDraft);

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

const holdUntil = (holdExpiresAt: string) =>
  keepInstallationComplete(
    {
      orderId: "1",
      appointmentId: "2",
      holdExpiresAt,
      totalCents: 1,
      schedulingFeeCents: 100_00,
      status: "held",
      nextPath: "/finalize-installation",
    },
    new Date(),
  );

test("VPC-01.1 says what happened and that nothing was charged", () => {
  render(<VisitPaymentCancelled />);

  expect(screen.getByRole("heading", { name: "Payment Cancelled" })).toBeTruthy();
  expect(screen.getByText("Your site visit payment was not completed")).toBeTruthy();
  expect(screen.getByText(/No charges were made/)).toBeTruthy();
});

test("VPC-01.2 lists the common reasons", () => {
  render(<VisitPaymentCancelled />);

  const reasons = screen.getAllByRole("listitem").map((reason) => reason.textContent);
  expect(reasons).toHaveLength(4);
  for (const word of [/window was closed/, /back button/, /Insufficient funds/, /technical issue/])
    expect(reasons.some((reason) => word.test(reason ?? ""))).toBe(true);
});

test("VPC-01.3 shows the support contact and its hours", () => {
  render(<VisitPaymentCancelled />);

  expect(hrefOf("(713) 555-0142")).toBe("tel:+17135550142");
  expect(screen.getByText("Monday-Friday, 8 AM - 6 PM CST")).toBeTruthy();
});

test("VPC-01.4 leads back to the payment and home", () => {
  render(<VisitPaymentCancelled />);

  expect(hrefOf("Try Payment Again")).toBe("/finalize-installation");
  expect(hrefOf("Return Home")).toBe("/");
});

test("a day that is still held is said to be", () => {
  holdUntil(inMinutes(20));
  render(<VisitPaymentCancelled />);

  expect(screen.getByText(/Your day is still held for you until \d/)).toBeTruthy();
});

test("an ended hold is not called held", () => {
  holdUntil(inMinutes(-1));
  render(<VisitPaymentCancelled />);

  expect(screen.queryByText(/still held/)).toBeNull();
});
