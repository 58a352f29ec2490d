/** A call becomes an order: reserved on the phone, paid by the caller, its photos confirmed, on the board. */
import type { Page } from "@playwright/test";
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { fetchMyBooking, linkMailed, reviewOf } from "./homeowner.ts";
import { aTechnician, confirmDialog, dialog, expectToast, part } from "./staff.ts";
import { expect, test } from "./test.ts";
import { ADDRESS, goToCheckout, openDays } from "./wizard.ts";

const NAME = "Carla Caller";
const EMAIL = "carla@example.org";
const PICTURE = `${import.meta.dirname}/../src/assets/gallery-1.jpg`;
const BY_THE_WORKER = { timeout: 60_000 };

test.use({ viewport: DESK });

async function takeTheCall(desk: Page) {
  await desk.getByLabel("Full name").fill(NAME);
  await desk.getByLabel("Mobile phone").fill("7135550188");
  await desk.getByRole("textbox", { name: "Email" }).fill(EMAIL);
  await desk.getByRole("checkbox", { name: /agreed to texts/ }).check();
  await desk.getByRole("combobox", { name: "Home address" }).fill(ADDRESS);
  await desk.getByRole("option", { name: /Timber Ridge/ }).click();
  await desk.getByRole("radio", { name: /0.25 ft/ }).check();
  await desk.getByRole("combobox", { name: "Generator" }).selectOption("7043");
}

async function payAsCaller(caller: Page, link: string) {
  await caller.goto(link);
  await expect(caller.getByText(ADDRESS).first()).toBeVisible();
  await caller.getByRole("link", { name: "Go to the payment" }).click();
  await goToCheckout(caller);
  await caller.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(caller).toHaveURL(/\/visit-payment-success/);
  await expect(caller.getByRole("heading", { name: "THANK YOU!" })).toBeVisible();
  await expect
    .poll(async () => (await fetchMyBooking(caller)).next_step.key, BY_THE_WORKER)
    .toBe("send_photos");
}

async function sendPhotos(caller: Page) {
  await caller.goto("/my-booking/photos");
  await expect(caller.getByText("0 of 5 requested photos received")).toBeVisible();
  const inputs = caller.getByLabel(/^Choose photo: /);
  const names = await inputs.evaluateAll((all) => all.map((input) => input.ariaLabel ?? ""));
  expect(names.filter(Boolean).length).toBeGreaterThanOrEqual(5);
  // One that has its photo is called otherwise.
  for (const name of names.slice(0, 5)) await caller.getByLabel(name).setInputFiles(PICTURE);
  await expect(caller.getByText("5 of 5 requested photos received")).toBeVisible(BY_THE_WORKER);
  for (const box of await caller.getByRole("checkbox").all()) await box.check();
  await caller.getByRole("button", { name: "Send my photos" }).click();
  await expect(
    caller.getByRole("heading", { name: "Thank you, we have your photos" }),
  ).toBeVisible();
}

async function confirmPhotos(desk: Page, review: string) {
  await desk.goto(`/staff/photos/${review}`);
  await desk.getByLabel("Confirmed distance in feet").fill("20");
  await desk.getByRole("button", { name: /^Lock \$/ }).click();
  await expect(desk.getByText(/^locked at \$/)).toBeVisible();
}

test("OPS-16.1 OPS-10.1 OPS-18.1 OPS-20.5 a call becomes a paid order with confirmed photos, and a job on the board and in the technician's calendar", async ({
  page: desk,
  visitor: caller,
  product,
  office,
  comeAs,
}) => {
  test.setTimeout(240_000);
  await comeAs("dispatcher", "/staff/leads");
  await desk.getByRole("link", { name: "New order" }).first().click();
  await takeTheCall(desk);
  await expect(part(desk, "Price to tell the caller").getByText("$12,694")).toBeVisible();
  await expect(part(desk, "End the call").getByText("Total: $12,694.77")).toBeVisible();
  const day = openDays(desk).last();
  await day.getByRole("button").click();
  await desk.getByRole("radio", { name: "Morning" }).check();
  await expectNoViolationsAtBothWidths(desk, "a call");
  await desk.getByRole("button", { name: "Reserve and send the link to pay" }).click();
  await expect(desk.getByText(/^Reserved: /)).toBeVisible();
  await desk.getByRole("link", { name: "Open the order" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  const id = desk.url().split("/").at(-1) ?? "";

  await payAsCaller(caller, await linkMailed(product, EMAIL, "/b/"));
  await sendPhotos(caller);
  await confirmPhotos(desk, await reviewOf(id, office));

  const sam = aTechnician();
  await office.post("technicians", sam);
  await desk.goto(`/staff/orders/${id}`);
  const assign = async () => {
    await desk.getByRole("button", { name: "Assign a technician" }).click();
    await dialog(desk, "Assign a technician")
      .getByLabel("Technician")
      .selectOption({ label: `${sam.name}, ${sam.phone}` });
    await confirmDialog(desk, "Assign a technician", "Assign");
    await expect(part(desk, "Visit").getByText(sam.name)).toBeVisible();
  };
  const written = async () => {
    const { messages } = (await office.look(`orders/${id}`)) as { messages: { kind: string }[] };
    return messages.filter(({ kind }) => kind === "technician_assigned").length;
  };
  await assign();
  await desk.locator(".toaster").getByRole("button", { name: "Undo" }).click();
  await expectToast(desk, "Undone. No one was notified.");
  await expect(part(desk, "Visit").getByText(sam.name)).toBeHidden();
  expect(await written()).toBe(0);
  await assign();
  expect(await written()).toBe(2);

  const { appointment } = await fetchMyBooking(caller);
  await desk.goto("/staff/board");
  await desk.getByLabel("Go to day").fill(appointment.day);
  const job = desk.locator(`td[data-day="${appointment.day}"] [data-job]`, { hasText: NAME });
  await expect(job).toContainText("8:30 AM");
  await expect(job).toContainText(sam.name);

  await desk.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await desk.getByRole("button", { name: "Calendar links" }).click();
  const links = dialog(desk, "Calendar links");
  await links.getByRole("button", { name: `Create a link: ${sam.name}` }).click();
  const address = links.getByLabel(`Calendar link of ${sam.name}`);
  await links
    .getByRole("listitem")
    .filter({ has: desk.getByLabel(`Calendar link of ${sam.name}`) })
    .getByRole("button", { name: "Copy" })
    .click();
  await expectToast(desk, "Copied.");
  const copied = await desk.evaluate(() => navigator.clipboard.readText());
  await expect(address).toHaveValue(copied);
  const calendar = await caller.request.get(copied);
  expect(calendar.headers()["content-type"]).toContain("text/calendar");
  const file = (await calendar.text()).replaceAll("\r\n ", "");
  expect(file).toContain(`SUMMARY:${NAME}`);
  expect(file).toContain(
    `DTSTART;TZID=America/Chicago:${appointment.day.replaceAll("-", "")}T083000`,
  );
});
