/** The half days of a crew in the wizard, on the board and for callers; a run beyond the bands. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { expect, type Page, test } from "./test.ts";
import { ADDRESS, beginAtAddress, chooseInTheWizard, openDays } from "./wizard.ts";

const DAY_MS = 86_400_000;

const described = (page: Page, name: string) =>
  page
    .getByRole("radio", { name })
    .evaluate(
      (radio) =>
        document.getElementById(radio.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
    );

const choose = (page: Page, named: RegExp) =>
  page.getByRole("gridcell", { name: named }).first().getByRole("button").click();

test("BOOK-06.3 BOOK-06.4 a Friday's afternoon is closed with its reason, and any other names the morning on which it ends", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  while ((await page.getByRole("gridcell", { name: /Fri.*, available/ }).count()) === 0)
    await page.getByRole("button", { name: "Later weeks" }).click();

  await choose(page, /Fri.*, available/);
  await expect(page.getByRole("radio", { name: "Afternoon" })).toBeDisabled();
  expect(await described(page, "Afternoon")).toMatch(
    /We’d finish on Sat, \w+ \d+, and we don’t work that weekday\./,
  );
  await expectNoViolations(page, "a Friday without an afternoon");

  await choose(page, /^(?!.*Fri).*, available/);
  await page.getByRole("radio", { name: "Afternoon" }).check();
  expect(await described(page, "Afternoon")).toMatch(/We finish \w+day morning, \w+ \d+\./);
});

test("BOOK-06.5 the board marks the morning on which an afternoon's job ends", async ({
  page,
  visitor,
  office,
  comeAs,
}) => {
  await page.setViewportSize(DESK);
  const wednesday = nextWednesday(150);
  const after = later(wednesday, 1);
  await bookByCalls(visitor, "hal.half@example.org", "(713) 555-0177", "Hal Half");
  const { appointment } = await fetchMyBooking(visitor);
  await office.post(`appointments/${appointment.id}/move`, {
    day: wednesday,
    time_window: "afternoon",
  });

  await comeAs("dispatcher", `/staff/board?day=${wednesday}`);

  const ending = page.locator(`td[data-day="${after}"]`, { hasText: "Morning: finishes at" });
  await expect(ending).toContainText("Hal Half");
  await expectNoViolations(page, "a board with a job of two half days");
});

test("BOOK-06.6 a caller may have a day before the public calendar opens, and staff are told", async ({
  page,
  comeAs,
}) => {
  await page.setViewportSize(DESK);
  await comeAs("dispatcher", "/staff/new-order");

  await openDays(page).first().getByRole("button").click();

  await expect(page.getByText(/Visitors can book from/)).toBeVisible();
  await expectNoViolations(page, "a day for a caller");
});

test("TRUTH-03.5 a request for a longer run gets a reference and a time, and a reload keeps them", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(`/order?address=${encodeURIComponent(ADDRESS)}`);
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByLabel("Your steps").fill("60");
  await page.getByLabel("Full name").fill("Lena Longrun");
  await page.getByLabel("Phone").fill("7135550166");
  await page.getByLabel("Email (optional)").fill("lena@example.org");
  await page.getByLabel("Home address").fill(ADDRESS);
  await page.getByRole("button", { name: "Request a quote" }).click();

  const told = page.getByText(
    /We’ll call \(713\) 555-0166 by \d+:\d\d [AP]M on \w+day, \w+ \d+ with a price for about 180 ft\./,
  );
  await expect(told).toBeVisible();
  const reference = await page.getByText(/Your reference is Q-[0-9A-Z]{5}/).textContent();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
  await expectNoViolations(page, "a longer run that was asked for");

  await page.reload();
  await expect(told).toBeVisible();
  await expect(page.getByText(reference ?? "")).toBeVisible();
});

const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

function nextWednesday(inDays: number): string {
  const from = later(new Date().toISOString().slice(0, 10), inDays);
  return later(from, (3 - new Date(from).getUTCDay() + 7) % 7);
}
