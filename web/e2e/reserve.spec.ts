/** The main path: from an address to 'THANK YOU!', and the database rows afterwards. */
import type { Locator } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import type { Product } from "./product.ts";
import { expect, type Page, test } from "./test.ts";
import {
  ADDRESS,
  agreements,
  beginAtAddress,
  chooseInTheWizard,
  fillContact,
  goToCheckout,
  openDays,
  tabTo,
} from "./wizard.ts";

const PHONE = { width: 390, height: 844 };
const TYPED = "1204 Timber Ridge Dr, The Woodlands";
const MAIN = { tag: "@main" };

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const expectVisible = (page: Page, words: string) =>
  expect(page.getByText(words).first()).toBeVisible();

async function searchAddress(page: Page) {
  const box = page.getByRole("combobox", { name: /address/i });
  await box.focus();
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type(TYPED, { delay: 20 });
  await expect(page.getByRole("option").first()).toContainText("The Woodlands, TX 77380");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

async function chooseMorning(page: Page) {
  await openDays(page).first().getByRole("button").click();
  await page.getByRole("radio", { name: "Morning" }).check();
}

// Delays the response, so that the pending state can be checked, until the returned function is called.
async function holdReservation(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/create-installation-order", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function expectThanks(page: Page) {
  await expect(page).toHaveURL(/\/visit-payment-success/);
  await expect(page.getByRole("heading", { name: "THANK YOU!" })).toBeVisible({ timeout: 30_000 });
  await expectVisible(page, "Ada, your appointment is confirmed.");
  await expectVisible(page, ADDRESS);
  // The server of these tests keeps its messages.
  await expectVisible(page, "Not sent by email: no mail server is connected.");
}

// Order, appointment, seat, payment, outbox and wizard session agree, to the cent.
async function expectStored(product: Product, email: string) {
  const [row] = await product.rows(
    `SELECT orders.status AS order_status, orders.total_cents, appointments.status AS appointment_status,
       appointments.time_window, crew_seats.hold_expires_at, payments.status AS payment_status,
       payments.amount_cents, wizard_sessions.status AS wizard_status,
       REPLACE(wizard_sessions.order_id, '-', '') = CAST(orders.public_id AS TEXT) AS wizard_knows,
       (SELECT COUNT(*) FROM messages WHERE messages.recipient = customers.email) AS mails,
       (SELECT COUNT(*) FROM crew_seats other WHERE other.afternoon_id = appointments.id) AS seats
     FROM customers
       JOIN orders ON orders.customer_id = customers.id
       JOIN appointments ON appointments.order_id = orders.id
       JOIN crew_seats ON crew_seats.afternoon_id = appointments.id
       JOIN payments ON payments.order_id = orders.id
       JOIN wizard_sessions ON wizard_sessions.id = orders.wizard_id
     WHERE customers.email = %s`,
    email,
  );
  expect(row).toEqual({
    order_status: "scheduled",
    total_cents: 1_269_477,
    appointment_status: "confirmed",
    time_window: "morning",
    hold_expires_at: null,
    payment_status: "paid",
    amount_cents: 10_000,
    wizard_status: "completed",
    wizard_knows: 1,
    mails: 2,
    seats: 1,
  });
}

test(
  "HOME-02.2 WIZ-07.2 FIN-01.5 VPS-01.2 PAY-02.1 from an address to a paid appointment on a phone, every step for everybody",
  MAIN,
  async ({ page, product }) => {
    test.slow(); // axe checks seven screens, each at two widths
    const email = "ada-phone@example.org";
    const look = async (where: string) => {
      await expectNoViolationsAtBothWidths(page, where);
      await page.setViewportSize(PHONE);
    };
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await searchAddress(page);
    await expect(page).toHaveURL(/\/installation-wizard/);
    await chooseInTheWizard(page, look);

    await click(page, "Next — Reserve this date");
    await look("the day, refused");
    await chooseMorning(page);
    await fillContact(page, email);
    const release = await holdReservation(page);
    await click(page, "Next — Reserve this date");
    await expect(page.getByRole("button", { name: "Reservando..." })).toBeVisible();
    release();

    await expect(page).toHaveURL(/\/finalize-installation\?order=/);
    await expect(page.getByText("$12,694.77")).toBeVisible();
    await agreements(page);
    await look("the agreements");
    await goToCheckout(page);
    await look("the card page");
    await click(page, "Approve");
    await expectThanks(page);
    await look("the thanks");
    await expectStored(product, email);
  },
);

// Typing is not counted, nor is the keyboard's own Next key, which goes from field to field.
test("WALK-01.1 from home to reserved in 14 taps, without help", async ({ browser, baseURL }) => {
  const phone = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: PHONE,
    hasTouch: true,
  });
  const page = await phone.newPage();
  const taps: string[] = [];
  const tap = async (what: string, control: Locator) => {
    await control.tap();
    taps.push(what);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await page.goto("/");
  await tap("address box", page.getByRole("combobox", { name: /address/i }));
  await page.keyboard.type(TYPED, { delay: 20 });
  await tap("suggestion", page.getByRole("option", { name: /The Woodlands, TX 77380/ }).first());

  await expect(page).toHaveURL(/\/installation-wizard/);
  await tap("distance", page.getByText("0–25 ft").first());
  await tap("Next", button("Next"));
  await expect(page).toHaveURL(/\/generator-selection$/);
  await tap("generator", page.getByText("22 kW", { exact: true }).first());
  await tap("Next", button("Next"));

  await expect(page).toHaveURL(/\/installation-date$/);
  await tap("day", openDays(page).first().getByRole("button"));
  await tap("window", page.getByText("Morning", { exact: true }).first());
  await tap("name", page.getByLabel("Full name"));
  for (const text of ["Ada Lovelace", "7135550199"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.type("ada-taps@example.org");
  await tap("reserve", button("Next — Reserve this date"));

  await expect(page).toHaveURL(/\/finalize-installation\?order=/);
  for (const box of await agreements(page)) await tap("agreement", box);
  // The button keeps the margins of the page: its bar has as much room beside it on both sides.
  const bar = await page.getByRole("complementary", { name: "Due today" }).boundingBox();
  const pay = await button("Pay $100.00").boundingBox();
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(bar && pay && bar.x + bar.width - (pay.x + pay.width)).toBeCloseTo(title?.x ?? 0, 0);
  await tap("pay", button("Pay $100.00"));
  await tap("approve", button("Approve"));

  await expectThanks(page);
  expect(taps.length, taps.join(", ")).toBeLessThanOrEqual(14);
  await phone.close();
});

test("WIZ-05.5 the whole way with the keyboard only", async ({ page, product }) => {
  const email = "ada-keyboard@example.org";
  const pressOn = async (role: "button" | "radio", name: string | RegExp, key: string) => {
    await tabTo(page, page.getByRole(role, { name, exact: true }).first());
    await page.keyboard.press(key);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await tabTo(page, page.getByRole("combobox", { name: /address/i }));
  await searchAddress(page);
  await expect(page).toHaveURL(/\/installation-wizard/);

  await pressOn("radio", /0.25 ft/, "Space");
  await pressOn("button", "Next", "Enter");
  await expect(page).toHaveURL(/\/generator-selection$/);
  await pressOn("radio", "18 kW", "ArrowDown");
  await pressOn("button", "Next", "Enter");

  await expect(page).toHaveURL(/\/installation-date$/);
  await tabTo(page, openDays(page).first().getByRole("button"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await pressOn("radio", "Morning", "Space");
  await tabTo(page, page.getByLabel("Full name"));
  await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7135550199");
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(email);
  await pressOn("button", "Next — Reserve this date", "Enter");

  await expect(page).toHaveURL(/\/finalize-installation\?order=/);
  for (const box of await agreements(page)) {
    await tabTo(page, box);
    await page.keyboard.press("Space");
  }
  await pressOn("button", "Pay $100.00", "Enter");
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
  await pressOn("button", "Approve", "Enter");

  await expectThanks(page);
  await expectStored(product, email);
});

test(
  "WIZ-02.5 a reload loses nothing, and 'back' finds every step as it was left",
  MAIN,
  async ({ page }) => {
    await page.goto("/installation-wizard");
    await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
    const address = page.getByRole("combobox", { name: "Home address" });
    await address.fill("1204 Timb");
    await page.reload();
    await expect(address).toHaveValue("1204 Timb");

    await beginAtAddress(page);
    await chooseInTheWizard(page);
    await fillContact(page, "ada-reload@example.org");
    await page.reload();

    await expect(page.getByLabel("Full name")).toHaveValue("Ada Lovelace");
    await expectVisible(page, "$12,694");
    await click(page, "Back");
    await expect(page.getByRole("radio", { name: "22 kW" })).toBeChecked();
    await click(page, "Back");
    await expect(page.getByRole("radio", { name: /0.25 ft/ })).toBeChecked();
  },
);

test(
  "WIZ-07.3 VPC-01.1 VPC-01.4 PAY-01.4 a broken line, a declined card and a cancelled payment charge nothing, lose nothing and can be tried again",
  MAIN,
  async ({ page, product }) => {
    const email = "ada-declined@example.org";
    await beginAtAddress(page);
    await chooseInTheWizard(page);
    await chooseMorning(page);
    await fillContact(page, email);
    const reservations = "**/api/create-installation-order";
    await page.route(reservations, (route) => route.abort("connectionreset"));
    await click(page, "Next — Reserve this date");
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await page.unroute(reservations);
    await click(page, "Next — Reserve this date");

    await goToCheckout(page);
    await click(page, "Insufficient funds");
    await expect(page.getByText(/insufficient funds/i).first()).toBeVisible();
    await click(page, "Cancel");
    await expect(page).toHaveURL(/\/visit-payment-cancelled/);
    await expectVisible(page, "Payment Cancelled");

    await page.getByRole("link", { name: "Try Payment Again" }).click();
    await expect(page).toHaveURL(/\/finalize-installation/);
    await goToCheckout(page);
    await click(page, "Approve");
    await expectThanks(page);
    await expectStored(product, email);
  },
);
