/** Creates a paid booking by API calls, for tests that start after the wizard. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { ADDRESS } from "./wizard.ts";

type Day = { date: string; open: boolean };

/** Book and pay. Takes days from the end: the first weeks belong to tests that use the calendar. */
export async function bookByCalls(
  page: Page,
  email: string,
  phone = "(713) 555-0199",
  name = "Ada Lovelace",
) {
  const { days } = await (await page.request.get("/api/availability")).json();
  const open = (days as Day[]).filter((day) => day.open).reverse();
  for (const { date } of open) {
    const response = await page.request.post("/api/create-installation-order", {
      headers: { "Idempotency-Key": randomUUID() },
      data: requestFor({ name, email, phone, date }),
    });
    if (response.status() === 409) continue; // another test took the day
    expect(response.status(), await response.text()).toBe(201);
    return pay(page, (await response.json()).orderId);
  }
  throw new Error("No day is open.");
}

async function pay(page: Page, orderId: string) {
  const opened = await page.request.post("/api/checkout-sessions", {
    data: {
      orderId,
      purpose: "scheduling_fee",
      agreements: {
        terms_accepted: true,
        privacy_policy_accepted: true,
        scheduling_fee_acknowledged: true,
      },
    },
  });
  expect(opened.status(), await opened.text()).toBe(201);
  const { url } = await opened.json();
  await page.request.post(url, { form: { outcome: "approve" } });
  await expect
    .poll(async () => (await (await page.request.get("/api/my-booking")).json()).status)
    .toBe("scheduled");
  return orderId as string;
}

type BookingInput = { name: string; email: string; phone: string; date: string };

const requestFor = ({ name, email, phone, date }: BookingInput) => ({
  customerData: { name, email, phone },
  wizardData: {
    wizard: { id: randomUUID(), version: "1.0", status: "in_progress" },
    location: {
      address: { formatted: ADDRESS },
      city: "The Woodlands",
      coverage: { is_covered: true, zip_code: "77380", verified_at: null },
      distance: { band: "close", max_distance_ft: 25, price_cents: 4_990_00 },
    },
    generator: {
      choice: "buy_here",
      product: { model_number: "7043", price_cents: 6_979_00 },
    },
    scheduling: {
      selected_date: date,
      selected_time_window: { id: "afternoon", label: "1:00 PM - 5:00 PM" },
    },
    pricing: { totals: { total_cents: 12_694_77 }, discounts: { coupon_code: null } },
  },
  paymentData: { scheduling_fee: { amount_cents: 100_00, status: "pending" } },
});
