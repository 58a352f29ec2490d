/** A call becomes an order: reserved on the phone, paid by the caller, its photos confirmed, on the board. */
import type { Page } from "@playwright/test";
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { fetchMyBooking, reviewOf } from "./homeowner.ts";
import type { Product } from "./product.ts";
import { aTechnician, confirmDialog, dialog, part } from "./staff.ts";
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
  await desk.getByRole("button", { name: "Check the address" }).click();
  await desk.getByRole("radio", { name: /0.25 ft/ }).check();
  await desk.getByRole("combobox", { name: "Generator" }).selectOption("7043");
}

// The link of the newest email to the caller whose subject or text has these words.
async function linkMailed(product: Product, path: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mails = await product.keptMails(EMAIL);
      const links = mails.flatMap(({ plain }) => plain.match(/https?:\/\/\S+/g) ?? []);
      link = links.filter((url) => url.includes(path)).at(-1) ?? "";
      return link;
    }, BY_THE_WORKER)
    .toContain(path);
  return link;
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
  await expect(caller.getByText("0 of 5 photos received")).toBeVisible();
  for (const input of (await caller.getByLabel(/^Choose photo: /).all()).slice(0, 5))
    await input.setInputFiles(PICTURE);
  await expect(caller.getByText("5 of 5 photos received")).toBeVisible(BY_THE_WORKER);
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
  await expect(desk.getByText(/^Locked at \$/)).toBeVisible();
}

test("OPS-16.1 OPS-10.1 a call becomes a paid order with confirmed photos, and a job on the board", async ({
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

  await payAsCaller(caller, await linkMailed(product, "/b/"));
  await sendPhotos(caller);
  await confirmPhotos(desk, await reviewOf(id, office));

  const sam = aTechnician();
  await office.act("technicians", sam);
  await desk.goto(`/staff/orders/${id}`);
  await desk.getByRole("button", { name: "Assign a technician" }).click();
  await dialog(desk, "Assign a technician")
    .getByLabel("Technician")
    .selectOption({ label: `${sam.name}, ${sam.phone}` });
  await confirmDialog(desk, "Assign a technician", "Assign");
  await expect(part(desk, "Visit").getByText(sam.name)).toBeVisible();

  const { appointment } = await fetchMyBooking(caller);
  await desk.goto("/staff/board");
  await desk.getByLabel("Go to day").fill(appointment.day);
  const job = desk.locator(`td[data-day="${appointment.day}"] [data-job]`, { hasText: NAME });
  await expect(job).toContainText("8:30 AM");
  await expect(job).toContainText(sam.name);
});
