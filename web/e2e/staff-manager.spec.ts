/** A manager's bad day: a storm day with its jobs moved, a transfer on its way, and a wrong mark taken back. */
import type { Page } from "@playwright/test";
import { DESK } from "./axe.ts";
import { accept, bookByCalls, fetchMyBooking, reviewOf, sendPhotosByCalls } from "./homeowner.ts";
import { confirmDialog, dialog, expectToast, type Office, part } from "./staff.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;
const STORM = "A hurricane is coming";
type Job = { order_id: string };
type Day = { day: string; crews: number; jobs: Job[] };
type Message = { kind: string; channel: string };

test.use({ viewport: DESK });

// Later than visitors may reserve, and than other tests use.
// A week's days from its Tuesday on: a job moves to the next days that have all crews.
function weekFrom(count: number): string[] {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format();
  const first = new Date(Date.parse(today) + count * DAY_MS);
  const untilTuesday = (9 - first.getUTCDay()) % 7;
  return [...Array(4).keys()].map((more) =>
    new Date(first.getTime() + (untilTuesday + more) * DAY_MS).toISOString().slice(0, 10),
  );
}

const short = (day: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(day));

const long = (day: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(day));

async function aJob(homeowner: Page, office: Office, name: string, day: string): Promise<string> {
  await homeowner.context().clearCookies();
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
  const id = await bookByCalls(homeowner, email, "(713) 555-0188", name);
  const { appointment } = await fetchMyBooking(homeowner);
  await office.post(`appointments/${appointment.id}/move`, { day, time_window: "morning" });
  return id;
}

const moves = async (office: Office, id: string): Promise<number> => {
  const { messages } = (await office.look(`orders/${id}`)) as { messages: Message[] };
  return messages.filter((one) => one.kind === "rescheduled" && one.channel === "email").length;
};

test("OPS-18.4 a storm day is closed: each job gets a free day, each customer one message, and no day is overbooked", async ({
  page,
  visitor,
  office,
  comeAs,
}) => {
  test.setTimeout(120_000);
  const [day = "", next = "", after = "", chosen = ""] = weekFrom(160);
  const wanda = await aJob(visitor, office, "Wanda Wind", day);
  const gus = await aJob(visitor, office, "Gus Gale", day);
  const nora = await aJob(visitor, office, "Nora Next", next);
  const told = [await moves(office, wanda), await moves(office, gus)];
  const toldNora = await moves(office, nora);
  await comeAs("manager", `/staff/board?day=${day}`);

  await page.getByRole("button", { name: `Crews on ${short(day)}` }).click();
  const form = dialog(page, `Crews on ${short(day)}`);
  await form.getByRole("button", { name: "Close the day and move its jobs" }).click();
  await form.getByLabel("Reason").fill(STORM);
  await expect(form.getByLabel("New day for Wanda Wind")).toHaveValue(next);
  await expect(form.getByLabel("New day for Gus Gale")).toHaveValue(after);
  await form.getByLabel("New day for Gus Gale").fill(chosen);
  await form.getByRole("button", { name: `Close ${short(day)} and move 2` }).click();
  await expect(form.getByText("The day is closed. Jobs moved: 2.")).toBeVisible();
  await form.getByRole("button", { name: "Close" }).last().click();

  await expect(
    page.locator(`td[data-day="${next}"] [data-job]`, { hasText: "Wanda Wind" }),
  ).toBeVisible();
  await expect(
    page.locator(`td[data-day="${chosen}"] [data-job]`, { hasText: "Gus Gale" }),
  ).toBeVisible();
  await expect(page.getByText(`Closed: ${STORM}`)).toBeVisible();
  const { days } = (await office.look(`board?from=${day}&days=7`)) as { days: Day[] };
  for (const { crews, jobs } of days) expect(jobs.length).toBeLessThanOrEqual(crews);
  expect([await moves(office, wanda), await moves(office, gus)]).toEqual(
    told.map((count) => count + 1),
  );
  expect(await moves(office, nora)).toBe(toldNora);

  await page.goto(`/staff/orders/${wanda}`);
  await expect(part(page, "Visit")).toContainText(long(next));
});

test("OPS-18.2 OPS-21.2 a bank transfer is shown on its way; that the equipment arrived is taken back, and the customer owes nothing for it", async ({
  page,
  visitor: homeowner,
  office,
  comeAs,
}) => {
  test.setTimeout(150_000);
  const id = await sendPhotosByCalls(homeowner, "mia@example.org", undefined, {
    name: "Mia Mistake",
    notes: "",
  });
  const review = await reviewOf(id, office);
  await office.post(`photo-reviews/${review}/decide`, {
    confirmed_run_ft: 20,
    reason: "As chosen.",
  });
  await accept(homeowner);
  const opened = await homeowner.request.post("/api/my-booking/payments", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { purpose: "milestone", milestone: "acceptance", method: "bank" },
  });
  await homeowner.goto((await opened.json()).url);
  await homeowner.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(homeowner).toHaveURL(/\/order-payment-success/);
  await homeowner.goto("/my-booking");
  await expect(homeowner.getByText("Your payment is on its way").first()).toBeVisible();
  await comeAs("manager", "/staff/waits");
  const transfers = part(page, "Bank transfers on their way");
  await transfers.getByRole("link", { name: /Mia Mistake/ }).click();
  await expect(
    part(page, "Money")
      .getByText(/on its way since/)
      .first(),
  ).toBeVisible();

  const status = async () => (await fetchMyBooking(homeowner)).status;
  await part(page, "Money").getByRole("button", { name: "Equipment has arrived" }).click();
  await confirmDialog(page, "Has the equipment arrived?", "Equipment has arrived");
  await expect.poll(status).toBe("equipment_arrived");
  await page.reload();

  await part(page, "Money").getByRole("button", { name: "Take back" }).click();
  const question = dialog(page, "Take back that the equipment arrived?");
  await question.getByLabel("Reason").fill("It was another home's delivery.");
  await question.getByRole("button", { name: "Take back" }).click();

  await expectToast(page, "Taken back.");
  await expect.poll(status).toBe("accepted");
  const { milestones } = await fetchMyBooking(homeowner, "/money");
  expect(milestones).toContainEqual(
    expect.objectContaining({ kind: "equipment", status: "waiting" }),
  );
  await expect(
    part(page, "Money").getByRole("button", { name: "Equipment has arrived" }),
  ).toBeVisible();
  const messages: Message[] = await fetchMyBooking(homeowner, "/messages");
  expect(messages.filter((one) => one.kind === "corrected").length).toBeGreaterThan(0);
});
