/**
 * The day board (OPS-10, OPS-11) by mouse and by keyboard. Each test uses days of its own, later
 * than visitors may reserve.
 */
import type { Locator, Page } from "@playwright/test";
import { DESK, expectNoViolationsAtBothWidths, PHONE } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { aTechnician, dialog, expectToast, type Office } from "./staff.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;

test.use({ viewport: DESK });

// Ten ISO dates; the first is `count` days from today in Houston.
function daysFrom(count: number): string[] {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format();
  return [...Array(10).keys()].map((more) =>
    new Date(Date.parse(today) + (count + more) * DAY_MS).toISOString().slice(0, 10),
  );
}

const named = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(Date.parse(day));
const long = (day: string) =>
  named(day, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
const short = (day: string) => named(day, { weekday: "short", month: "short", day: "numeric" });

const head = (page: Page, day: string) => page.getByRole("columnheader", { name: long(day) });
const card = (page: Page, name: string) => page.locator("[data-job]", { hasText: name });
const onDay = (page: Page, name: string, day: string) =>
  page.locator(`td[data-day="${day}"] [data-job]`, { hasText: name });
const technician = (page: Page, name: string) =>
  page.locator("[data-technician]", { hasText: name });

// A paid job that staff moved to that day.
async function aJob(
  homeowner: Page,
  office: Office,
  { name, day }: Record<"name" | "day", string>,
) {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
  await bookByCalls(homeowner, email, "(713) 555-0199", name);
  const { appointment } = await fetchMyBooking(homeowner);
  await office.post(`appointments/${appointment.id}/move`, { day, time_window: "morning" });
  return name;
}

// Drags an element, and drops it unless `letGo` is false.
async function carry(page: Page, what: Locator, to: Locator, { letGo = true } = {}) {
  await what.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error("not on the screen");
  await page.mouse.move(box.x + box.width / 2, box.y + 24, { steps: 6 });
  if (letGo) await page.mouse.up();
}

test("OPS-10.1 OPS-11.5 a job is dragged to a free day, a technician onto it; a closed day takes none", async ({
  page,
  visitor,
  office,
  comeAs,
}) => {
  const [day = "", closed = "", free = ""] = daysFrom(101);
  const name = await aJob(visitor, office, { name: "Dora Drag", day });
  const sam = await office.post("technicians", aTechnician());
  await comeAs("dispatcher", `/staff/board?day=${day}`);
  await expect(onDay(page, name, day)).toContainText("Unassigned");
  await expect(head(page, day)).toContainText("1 of 2 crews");
  await expectNoViolationsAtBothWidths(page, "the day board");

  await page.getByRole("button", { name: `Crews on ${short(closed)}` }).click();
  await dialog(page, `Crews on ${short(closed)}`)
    .getByText("Closed", { exact: true })
    .click();
  await page.getByLabel("Reason").fill("Training");
  await expectNoViolationsAtBothWidths(page, "crews of a day");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(head(page, closed)).toContainText("Closed: Training");

  await carry(page, card(page, name), head(page, closed), { letGo: false });
  await expect(head(page, closed)).toHaveAttribute("data-welcome", "false");
  await expect(head(page, free)).toHaveAttribute("data-welcome", "true");
  await page.mouse.up();
  await expect(onDay(page, name, day)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await carry(page, card(page, name), head(page, free));
  await page.getByLabel(/Reason/).fill("The crane comes later");
  await expect(card(page, name)).toHaveCSS("opacity", "1"); // it fades in once it is let go
  await expectNoViolationsAtBothWidths(page, "another day for a job");
  await dialog(page, name)
    .getByRole("button", { name: `Move to ${short(free)}` })
    .click();
  await expectToast(page, `${name} moved to ${short(free)}`);
  await expect(onDay(page, name, free)).toBeVisible();
  expect((await fetchMyBooking(visitor)).appointment.day).toBe(free);

  await carry(page, technician(page, sam.name), card(page, name));
  await expectToast(page, `${sam.name} is assigned to ${name}'s job`);
  await expect(onDay(page, name, free)).toContainText(sam.name);
});

test("OPS-10.1 OPS-11.4 by keys alone a job gets another day and a technician; a phone shows one day", async ({
  page,
  visitor,
  office,
  comeAs,
}) => {
  const [before = "", day = "", next = ""] = daysFrom(120);
  const later = daysFrom(127);
  const name = await aJob(visitor, office, { name: "Kay Keys", day });
  const sam = await office.post("technicians", aTechnician());
  await comeAs("dispatcher", `/staff/board?day=${before}`);
  const here = page.locator(":focus");
  const pressKey = (key: string) => page.keyboard.press(key);
  const pressUntil = async (key: string, choice: Locator) => {
    while (!(await choice.isChecked())) await pressKey(key);
  };

  await page
    .getByRole("button", { name: /^Crews on/ })
    .last()
    .focus();
  await pressKey("Tab");
  await expect(here).toContainText(`Crew 1 is free on ${short(before)}`);
  await pressKey("ArrowRight");
  await expect(here).toContainText(name);

  await pressKey("Enter");
  await expect(page.getByRole("button", { name: "Move to..." })).toBeFocused();
  await expectNoViolationsAtBothWidths(page, "a job");
  await pressKey("Enter");
  const option = page.getByRole("radio", { name: new RegExp(`^${long(next)}, 2 free`) });
  await expect(option).toBeVisible();
  for (let stop = 0; stop < 3; stop += 1) await pressKey("Tab");
  await pressUntil("ArrowRight", option);
  await pressKey("Enter");
  await expectToast(page, `${name} moved to ${short(next)}`);
  await expect(onDay(page, name, next)).toBeFocused();

  await pressKey("Enter");
  await expect(page.getByRole("button", { name: "Move to..." })).toBeFocused();
  await pressKey("Tab");
  await pressKey("Enter");
  await expect(page.getByRole("form", { name: "Technician..." })).toBeFocused();
  await expectNoViolationsAtBothWidths(page, "who comes");
  await pressKey("Tab");
  await pressUntil("ArrowDown", page.getByRole("radio", { name: sam.name }));
  await pressKey("Enter");
  await expectToast(page, `${sam.name} is assigned to ${name}'s job`);
  await expect(onDay(page, name, next)).toBeFocused();
  await expect(onDay(page, name, next)).toContainText(sam.name);

  await pressKey("PageDown");
  const [first = "", , focused = ""] = later;
  await expect(head(page, first)).toBeVisible();
  await expect(page.locator(`td[data-day="${focused}"]`).first()).toBeFocused();

  await page.setViewportSize(PHONE);
  await page.goto(`/staff/board?day=${day}`);
  await expect(head(page, day)).toBeVisible();
  await expect(head(page, next)).toBeHidden();
  await page.getByRole("button", { name: "Next day" }).click();
  await expect(head(page, next)).toBeVisible();
  await expect(onDay(page, name, next)).toContainText(sam.name);
});
