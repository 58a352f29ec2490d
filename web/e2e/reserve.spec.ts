/** The main job: from an address to 'THANK YOU!', and what the database holds afterwards. */
import { expect, type Page, test } from "@playwright/test";
import { rows } from "./database.ts";
import {
  ADDRESS,
  agreements,
  beginAtAddress,
  chooseInTheWizard,
  fillContact,
  openDays,
} from "./wizard.ts";

const TYPED = "1204 Timber Ridge Dr, The Woodlands";

async function searchAddress(page: Page) {
  const box = page.getByRole("combobox", { name: /address/i });
  await box.focus();
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type(TYPED, { delay: 20 });
  await expect(page.getByRole("option").first()).toContainText("The Woodlands, TX 77380");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

async function expectThanks(page: Page, email: string) {
  await expect(page).toHaveURL(/\/visit-payment-success/);
  await expect(page.getByRole("heading", { name: "THANK YOU!" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Ada, your appointment is confirmed.")).toBeVisible();
  await expect(page.getByText(ADDRESS).first()).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
}

/** Order, appointment, seat, payment, outbox and wizard agree, to the cent. */
function expectKept(email: string) {
  const [kept] = rows(
    `SELECT orders.status AS order_status, orders.total_cents, appointments.status AS appointment_status,
       appointments.time_window, crew_seats.hold_expires_at, payments.status AS payment_status,
       payments.amount_cents, wizard_sessions.status AS wizard_status,
       wizard_sessions.order_id = CAST(orders.public_id AS TEXT)
         OR REPLACE(wizard_sessions.order_id, '-', '') = CAST(orders.public_id AS TEXT) AS wizard_knows,
       (SELECT COUNT(*) FROM messages WHERE messages.recipient = customers.email) AS mails,
       (SELECT COUNT(*) FROM crew_seats other WHERE other.appointment_id = appointments.id) AS seats
     FROM customers
       JOIN orders ON orders.customer_id = customers.id
       JOIN appointments ON appointments.order_id = orders.id
       JOIN crew_seats ON crew_seats.appointment_id = appointments.id
       JOIN payments ON payments.order_id = orders.id
       JOIN wizard_sessions ON wizard_sessions.id = orders.wizard_id
     WHERE customers.email = %s`,
    email,
  );
  expect(kept).toMatchObject({
    order_status: "scheduled",
    total_cents: 1_269_477,
    appointment_status: "confirmed",
    time_window: "morning",
    hold_expires_at: null,
    payment_status: "paid",
    amount_cents: 10_000,
    wizard_status: "completed",
    mails: 3,
    seats: 1,
  });
  expect(kept?.wizard_knows).toBeTruthy();
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`HOME-02 WIZ-07 FIN-01 VPS-01 PAY-02 from an address to a paid appointment, ${width} px wide`, async ({
    page,
  }) => {
    const email = `ada-${width}@example.org`;
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await searchAddress(page);
    await page.getByRole("button", { name: "Get A Free Estimate" }).first().click();
    await expect(page).toHaveURL(/\/installation-wizard/);
    await chooseInTheWizard(page);

    await openDays(page).first().getByRole("button").click();
    await page.getByRole("radio", { name: "Morning" }).check();
    await fillContact(page, email);
    await page.getByRole("button", { name: "Next — Reserve this date" }).click();
    await expect(page).toHaveURL(/\/finalize-installation$/);
    await expect(page.getByText("$12,694.77")).toBeVisible();

    for (const box of await agreements(page)) await box.check();
    await page.getByRole("button", { name: "Pay $100.00" }).click();
    await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Approve", exact: true }).click();

    await expectThanks(page, email);
    expectKept(email);
  });
}

/** Tab until this control has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, control: ReturnType<Page["getByRole"]>) {
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${control}`);
}

test("WIZ-05 FIN-01 the whole way with the keyboard only", async ({ page }) => {
  const email = "ada-keyboard@example.org";
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await tabTo(page, page.getByRole("combobox", { name: /address/i }));
  await searchAddress(page);
  await tabTo(page, page.getByRole("button", { name: "Get A Free Estimate" }).first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/installation-wizard/);

  await tabTo(page, page.getByRole("radio", { name: /0.25 ft/ }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Next", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/generator-selection$/);
  await tabTo(page, page.getByRole("radio", { name: "18 kW" }));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("button", { name: "Next", exact: true }));
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/installation-date$/);
  await tabTo(page, openDays(page).first().getByRole("button"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("radio", { name: "Morning" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("Full name"));
  await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7135550199");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole("button", { name: "Next — Reserve this date" }));
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/finalize-installation$/);
  for (const box of await agreements(page)) {
    await tabTo(page, box);
    await page.keyboard.press("Space");
  }
  await tabTo(page, page.getByRole("button", { name: "Pay $100.00" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Approve", exact: true }));
  await page.keyboard.press("Enter");

  await expectThanks(page, email);
  expectKept(email);
});

test("WIZ-02 a reload loses nothing, and 'back' finds every step as it was left", async ({
  page,
}) => {
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  await fillContact(page, "ada-reload@example.org");

  await page.reload();

  await expect(page.getByLabel("Full name")).toHaveValue("Ada Lovelace");
  await expect(page.getByText("$12,694").first()).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: "22 kW" })).toBeChecked();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /0.25 ft/ })).toBeChecked();
});

test("WIZ-02 a half-typed address is there again after a reload", async ({ page }) => {
  await page.goto("/installation-wizard");
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Home address" }).fill("1204 Timb");

  await page.reload();

  await expect(page.getByRole("combobox", { name: "Home address" })).toHaveValue("1204 Timb");
});

test("VPC-01 PAY-01 a cancelled and a declined payment charge nothing and can be tried again", async ({
  page,
}) => {
  const email = "ada-declined@example.org";
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  await openDays(page).last().getByRole("button").click();
  await page.getByRole("radio", { name: "Morning" }).check();
  await fillContact(page, email);
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  for (const box of await agreements(page)) await box.check();
  await page.getByRole("button", { name: "Pay $100.00" }).click();

  await page.getByRole("button", { name: "Insufficient funds" }).click();
  await expect(page.getByText(/insufficient funds/i).first()).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page).toHaveURL(/\/visit-payment-cancelled/);
  await expect(page.getByText("Payment Cancelled").first()).toBeVisible();

  await page.getByRole("link", { name: "Try Payment Again" }).click();
  await expect(page).toHaveURL(/\/finalize-installation/);
  for (const box of await agreements(page)) await box.check();
  await page.getByRole("button", { name: "Pay $100.00" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();

  await expectThanks(page, email);
  expectKept(email);
});

test("WIZ-07 the button says it is reserving, and a failed reservation loses nothing", async ({
  page,
}) => {
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  await openDays(page).first().getByRole("button").click();
  await page.getByRole("radio", { name: "Afternoon" }).check();
  await fillContact(page, "ada-offline@example.org");
  await page.route("**/api/create-installation-order", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.abort("connectionreset");
  });

  await page.getByRole("button", { name: "Next — Reserve this date" }).click();

  await expect(page.getByRole("button", { name: "Reservando..." })).toBeVisible();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("ada-offline@example.org");
  await page.unroute("**/api/create-installation-order");
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  await expect(page).toHaveURL(/\/finalize-installation$/);
});
