/** The homeowner's actions by API calls, for tests that start after the wizard. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import type { Product } from "./product.ts";
import { ADDRESS } from "./wizard.ts";

type PhotoRequest = { shots: { slot: string }[]; least: number };
type PhotoReviewRow = { id: string; order_id: string };
type Staff = { look: (path: string) => Promise<unknown> };

const PICTURE = `${import.meta.dirname}/../src/assets/gallery-1.jpg`;
export const WORKER_TIMEOUT = { timeout: 60_000 }; // the worker's next rounds, on a busy machine

export const fetchMyBooking = async (visitor: Page, path = "") =>
  (await visitor.request.get(`/api/my-booking${path}`)).json();

export async function accept(visitor: Page) {
  await expect
    .poll(async () => (await fetchMyBooking(visitor)).next_step.key, WORKER_TIMEOUT)
    .toBe("accept_proposal");
  const { proposal } = await fetchMyBooking(visitor);
  const { clauses_sha256 } = await fetchMyBooking(visitor, "/proposal");
  const accepted = await visitor.request.post("/api/my-booking/proposal/accept", {
    data: {
      proposal_id: proposal.id,
      sha256: proposal.sha256,
      clauses_sha256,
      typed_name: "Ada Lovelace",
      agrees: true,
    },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
}

export async function pay(visitor: Page, milestone: string) {
  const opened = await visitor.request.post("/api/my-booking/payments", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { purpose: "milestone", milestone, method: "debit_card" },
  });
  expect(opened.status(), await opened.text()).toBe(201);
  const { url } = await opened.json();
  await visitor.request.post(url, { form: { outcome: "approve_debit" } });
  await expect
    .poll(async () => {
      const { milestones } = await fetchMyBooking(visitor, "/money");
      return milestones.find(({ kind }: { kind: string }) => kind === milestone).status;
    }, WORKER_TIMEOUT)
    .toBe("paid");
}

/** Book, pay and upload, using the same picture for every slot. Returns the order's id. */
export async function sendPhotosByCalls(
  page: Page,
  email: string,
  picture = PICTURE,
  { name, notes }: { name?: string; notes: string } = { notes: "The gate is open." },
) {
  const orderId = await bookByCalls(page, email, undefined, name);
  await uploadByCalls(page, picture, notes);
  return orderId;
}

/** Upload what is asked for, using the same picture for every slot, and send it for review. */
export async function uploadByCalls(page: Page, picture = PICTURE, notes = "The gate is open.") {
  const content = await readFile(picture);
  const requested: PhotoRequest = await (await page.request.get("/api/my-booking/photos")).json();
  for (const { slot } of requested.shots.slice(0, requested.least)) await send(page, slot, content);
  const submitted = await page.request.post("/api/my-booking/photos/submit", {
    data: {
      is_decision_maker: true,
      can_place_stake: true,
      consent: true,
      notes,
    },
  });
  expect(submitted.ok(), await submitted.text()).toBe(true);
}

/** Id of the order's photo review, once its photos are processed. */
export async function reviewOf(orderId: string, staff: Staff): Promise<string> {
  const waiting = (await staff.look("photo-reviews")) as PhotoReviewRow[];
  const review = waiting.find(({ order_id }) => order_id === orderId);
  const ready = async () => {
    const detail = (await staff.look(`photo-reviews/${review?.id}`)) as {
      photos: { status: string }[];
    };
    return detail.photos.every(({ status }) => status === "ready");
  };
  await expect.poll(ready, WORKER_TIMEOUT).toBe(true);
  return review?.id ?? "";
}

async function send(page: Page, slot: string, content: Buffer) {
  const announced = await page.request.post("/api/my-booking/photos", {
    data: { slot, kind: "photo", size_bytes: content.length, content_type: "image/jpeg" },
  });
  expect(announced.status(), await announced.text()).toBe(201);
  const { id } = await announced.json();
  const patched = await page.request.patch(`/api/my-booking/photos/${id}`, {
    headers: { "Content-Type": "application/octet-stream", "Upload-Offset": "0" },
    data: content,
  });
  expect(patched.ok(), await patched.text()).toBe(true);
}

/** The newest link with this path in the emails to this address. */
export async function linkMailed(product: Product, email: string, path: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mails = await product.keptMails(email);
      const links = mails.flatMap(({ plain }) => plain.match(/https?:\/\/\S+/g) ?? []);
      link = links.filter((url) => url.includes(path)).at(-1) ?? "";
      return link;
    }, WORKER_TIMEOUT)
    .toContain(path);
  return link;
}

type Day = { date: string; open: boolean; closed_windows: unknown[] };

/** Book and pay. Takes days from the end: the first weeks belong to tests that use the calendar. */
export async function bookByCalls(page: Page, email: string, phone?: string, name?: string) {
  return payFee(page, await reserveByCalls(page, email, phone, name));
}

/** Reserve an open day without paying for it. Returns the order's id. */
export async function reserveByCalls(
  page: Page,
  email: string,
  phone = "(713) 555-0199",
  name = "Ada Lovelace",
): Promise<string> {
  const { days } = await (await page.request.get("/api/availability")).json();
  const open = (days as Day[])
    .filter((day) => day.open && day.closed_windows.length === 0)
    .reverse();
  for (const { date } of open) {
    const response = await page.request.post("/api/create-installation-order", {
      headers: { "Idempotency-Key": randomUUID() },
      data: requestFor({ name, email, phone, date }),
    });
    if (response.status() === 409) continue; // another test took the day
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).orderId;
  }
  throw new Error("No day is open.");
}

/** Pay the reservation fee of a held day. Returns the order's id. */
export async function payFee(page: Page, orderId: string) {
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
