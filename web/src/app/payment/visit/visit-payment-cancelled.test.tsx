import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keepInstallationComplete } from "#draft/installation-complete.ts";
import { hrefOf } from "#test-support.ts";
import { inMinutes, noDraft } from "./visit.fixtures.ts";
import { VisitPaymentCancelled } from "./visit-payment-cancelled.tsx";

beforeEach(noDraft);

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

test("VPC-01.1 VPC-01.2 VPC-01.3 VPC-01.4 what happened, why, and the ways on", () => {
  render(<VisitPaymentCancelled />);

  expect(screen.getByRole("heading", { name: "Payment Cancelled" })).toBeTruthy();
  expect(screen.getByText("Your site visit payment was not completed")).toBeTruthy();
  expect(screen.getByText(/No charges were made/)).toBeTruthy();
  const reasons = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(reasons).toHaveLength(4);
  expect(reasons.join()).toMatch(
    /window was closed.*back button.*Insufficient funds.*technical issue/,
  );
  expect(hrefOf("(713) 555-0142")).toBe("tel:+17135550142");
  expect(screen.getByText("Monday-Friday, 8 AM - 6 PM CST")).toBeTruthy();
  expect(hrefOf("Try Payment Again")).toBe("/finalize-installation");
  expect(hrefOf("Return Home")).toBe("/");
});

test.each([
  [20, 1],
  [-1, 0],
])("a hold that ends in %i minutes is said %i times to be held", (minutes, times) => {
  holdUntil(inMinutes(minutes));
  render(<VisitPaymentCancelled />);

  expect(screen.queryAllByText(/Your day is still held for you until \d/)).toHaveLength(times);
});
