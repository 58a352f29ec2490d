/** A dispatcher at the day board (OPS-10, OPS-11), on the real server. Each test has days of its own,
 * further ahead than visitors may reserve. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { DESK, expectNoViolations, expectNoViolationsAtBothWidths, PHONE } from "./axe.ts";
import { bookByCalls } from "./booking.ts";
import { aTechnician, signInAsStaff, staffMember } from "./staff.ts";
import { weighScripts } from "./weight.ts";

const BUDGET_KB = 300;
const DAY_MS = 86_400_000;

test.use({ viewport: DESK });

/** "2027-03-05", so many days from now in Houston: others for a second try. */
const inDays = (count: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(
    Date.now() + (count + 200 * test.info().retry) * DAY_MS,
  );

const named = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(Date.parse(day));
const long = (day: string) =>
  named(day, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
const short = (day: string) => named(day, { weekday: "short", month: "short", day: "numeric" });

async function anotherBrowser(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext({ viewport: DESK });
  if (!context) throw new Error("no browser");
  return context.newPage();
}

type Named = { name: string; day: string };
type Job = { name: string; homeowner: Page; appointmentId: string };

type Office = ReturnType<typeof staffMember>;

/** A paid job, moved to that day by somebody of the office. */
async function aJob(page: Page, office: Office, { name, day }: Named): Promise<Job> {
  const homeowner = await anotherBrowser(page);
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
  await bookByCalls(homeowner, email, "(713) 555-0199", name);
  const { appointment } = await (await homeowner.request.get("/api/my-booking")).json();
  await office.act(`appointments/${appointment.id}/move`, { day, time_window: "morning" });
  return { name, homeowner, appointmentId: appointment.id };
}

/** Somebody of their own, who works for us. */
async function hired(office: Office): Promise<{ id: string; name: string }> {
  return office.act("technicians", aTechnician());
}

async function openBoard(page: Page, day: string) {
  await page.goto(`/staff/board?day=${day}`);
  await expect(head(page, day)).toBeVisible();
}

const head = (page: Page, day: string) => page.getByRole("columnheader", { name: long(day) });
const card = (page: Page, name: string) => page.locator(".job-card", { hasText: name });
const onDay = (page: Page, name: string, day: string) =>
  page.locator(`td[data-day="${day}"] .job-card`, { hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const technician = (page: Page, name: string) => page.locator(".person", { hasText: name });
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator(".toaster").getByText(words)).toBeVisible();

const bookedDay = async ({ homeowner }: Job): Promise<string> =>
  (await (await homeowner.request.get("/api/my-booking")).json()).appointment.day;

/** Pressed, carried, and (unless it stays in the hand) let go. */
async function carry(page: Page, what: Locator, to: Locator, { letGo = true } = {}) {
  await what.hover();
  await page.mouse.down();
  const place = await to.boundingBox();
  if (!place) throw new Error("not on the screen");
  await page.mouse.move(place.x + place.width / 2, place.y + 24, { steps: 6 });
  if (letGo) await page.mouse.up();
}

test("OPS-10 OPS-11 a job is dragged to another day, a technician onto it; where none may go looks so", async ({
  page,
}) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const [day, closed, free] = [inDays(101), inDays(102), inDays(103)];
  const job = await aJob(page, office, { name: "Dora Drag", day });
  const sam = await hired(office);
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${day}`);
  await expect(onDay(page, job.name, day)).toContainText("Nobody yet");
  await expect(head(page, day)).toContainText("1 of 2 crews");

  await page.getByRole("button", { name: `Crews on ${short(closed)}` }).click();
  await dialog(page, `Crews on ${short(closed)}`)
    .getByText("Closed", { exact: true })
    .click();
  await page.getByLabel("Reason").fill("Training");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(head(page, closed)).toContainText("Closed: Training");

  await carry(page, card(page, job.name), head(page, closed), { letGo: false });
  await expect(head(page, closed)).toHaveAttribute("data-welcome", "false");
  await expect(head(page, free)).toHaveAttribute("data-welcome", "true");
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await carry(page, card(page, job.name), head(page, free));
  await page.getByLabel(/Reason/).fill("The crane comes later");
  await dialog(page, job.name)
    .getByRole("button", { name: `Move to ${short(free)}` })
    .click();
  await said(page, `${job.name} moved to ${short(free)}`);
  await expect(onDay(page, job.name, free)).toBeVisible();
  expect(await bookedDay(job)).toBe(free);

  await carry(page, technician(page, sam.name), card(page, job.name));
  await said(page, `${sam.name} leads the job of ${job.name}`);
  await expect(onDay(page, job.name, free)).toContainText(sam.name);
  await expect(technician(page, sam.name)).toContainText("1 job these days");

  await page.getByRole("button", { name: `Open ${short(closed)}` }).click();
  await page.getByRole("radio", { name: /^2 crews/ }).check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(head(page, closed)).toContainText("0 of 2 crews");
});

test("OPS-10 OPS-11 all of it by keys alone", async ({ page }) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const [day, next] = [inDays(121), inDays(122)];
  const job = await aJob(page, office, { name: "Kay Keys", day });
  const sam = await hired(office);
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${inDays(120)}`);
  const here = () => page.evaluate(() => document.activeElement?.textContent ?? "");

  await page
    .getByRole("button", { name: /^Crews on/ })
    .last()
    .focus();
  await page.keyboard.press("Tab");
  expect(await here()).toContain(`Crew 1 is free on ${short(inDays(120))}`);
  await page.keyboard.press("ArrowRight");
  expect(await here()).toContain(job.name);

  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move to..." })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("radio", { name: new RegExp(`^${long(next)}, 2 free`) }),
  ).toBeVisible();
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
  while (!(await page.getByRole("radio", { name: long(next) }).isChecked()))
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await said(page, `${job.name} moved to ${short(next)}`);
  await expect(onDay(page, job.name, next)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move to..." })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form", { name: "Technician..." })).toBeFocused();
  await page.keyboard.press("Tab");
  const theirs = page.getByRole("radio", { name: sam.name });
  while (!(await theirs.isChecked())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await said(page, `${sam.name} leads the job of ${job.name}`);
  await expect(onDay(page, job.name, next)).toBeFocused();
  await expect(onDay(page, job.name, next)).toContainText(sam.name);

  await page.keyboard.press("PageDown");
  await expect(head(page, inDays(127))).toBeVisible();
  await expect(page.locator(`td[data-day="${inDays(129)}"]`).first()).toBeFocused();
});

test("OPS-11 a day that was closed meanwhile: the server says why, and nothing is lost", async ({
  page,
}) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const [day, wanted] = [inDays(141), inDays(142)];
  const job = await aJob(page, office, { name: "Connie Conflict", day });
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${day}`);
  await carry(page, card(page, job.name), head(page, wanted));
  await page.getByLabel(/Reason/).fill("As agreed on the phone");

  const other = await anotherBrowser(page);
  await signInAsStaff(other, "dispatcher", `/staff/board?day=${day}`);
  await other.getByRole("button", { name: `Crews on ${short(wanted)}` }).click();
  await dialog(other, `Crews on ${short(wanted)}`)
    .getByText("Closed", { exact: true })
    .click();
  await other.getByLabel("Reason").fill("A storm");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(head(other, wanted)).toContainText("Closed: A storm");

  await dialog(page, job.name)
    .getByRole("button", { name: `Move to ${short(wanted)}` })
    .click();
  const { month, date } = {
    month: named(wanted, { month: "short" }),
    date: named(wanted, { day: "numeric" }),
  };
  await expect(page.getByText(`Nobody works on ${month} ${date}: A storm.`)).toBeVisible();
  await expect(page.getByLabel(/Reason/)).toHaveValue("As agreed on the phone");
  await expect(page.getByRole("radio", { name: `${long(wanted)}, closed` })).toBeDisabled();
  expect(await bookedDay(job)).toBe(day);
});

test("OPS-11 two of the office move one job: the second is told who was first", async ({
  page,
}) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const [day, next, third] = [inDays(161), inDays(162), inDays(163)];
  const job = await aJob(page, office, { name: "Tess Two", day });
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${day}`);
  await carry(page, card(page, job.name), head(page, third));
  await expect(page.getByRole("button", { name: `Move to ${short(third)}` })).toBeVisible();

  await office.act(`appointments/${job.appointmentId}/move`, { day: next, time_window: "morning" });
  await page.getByRole("button", { name: `Move to ${short(third)}` }).click();

  await expect(
    page.getByText(/^Olive Office moved this appointment to .* Look again/),
  ).toBeVisible();
  expect(await bookedDay(job)).toBe(next);
  await page.keyboard.press("Escape");
  await expect(onDay(page, job.name, next)).toBeVisible();
});

test("OPS-11 two of the office send one technician: the second is told to which job", async ({
  page,
}) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const day = inDays(171);
  const one = await aJob(page, office, { name: "Tara Twice", day });
  const two = await aJob(page, office, { name: "Theo Twice", day });
  const sam = await hired(office);
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${day}`);
  await expect(head(page, day)).toContainText("2 of 2 crews");
  await carry(page, technician(page, sam.name), card(page, two.name), { letGo: false });
  await expect(card(page, two.name)).toHaveAttribute("data-welcome", "true");

  await office.act(`appointments/${one.appointmentId}/technician`, { technician_id: sam.id });
  await page.mouse.up();

  const sentence = `${sam.name} leads the job of ${one.name} in The Woodlands on`;
  await expect(page.getByText(new RegExp(sentence))).toBeVisible();
  await expect(card(page, two.name)).toContainText("Nobody yet");
  await expect(card(page, one.name)).toContainText(sam.name);
});

test("OPS-10 on a phone one day stands there, and a finger does all of it", async ({ page }) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const [day, next] = [inDays(181), inDays(182)];
  const job = await aJob(page, office, { name: "Phoebe Phone", day });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsStaff(page, "dispatcher", `/staff/board?day=${inDays(180)}`);
  await expect(head(page, inDays(180))).toBeVisible();
  await expect(head(page, day)).toBeHidden();

  await page.getByRole("button", { name: "Next day" }).click();
  await expect(head(page, day)).toBeVisible();
  await card(page, job.name).click();
  await page.getByRole("button", { name: "Move to..." }).click();
  await page.getByRole("radio", { name: new RegExp(`^${long(next)}`) }).check({ force: true });
  await page.getByText("Afternoon, 1:00 – 5:00 PM").click();
  await page.getByRole("button", { name: `Move to ${short(next)}` }).click();
  await said(page, `${job.name} moved to ${short(next)}`);

  await page.getByLabel("Go to day").fill(next);
  await expect(onDay(page, job.name, next)).toContainText("1:00 PM");
});

test("OPS-10 the board and its dialogs: no violations, within the budget", async ({ page }) => {
  test.slow();
  const office = staffMember(page.request, "Olive Office");
  const day = inDays(201);
  const job = await aJob(page, office, { name: "Axel Axe", day });
  await hired(office);
  await signInAsStaff(page, "dispatcher");
  await page.waitForLoadState("networkidle");
  const weigh = weighScripts(page);
  await openBoard(page, day);
  await expectNoViolationsAtBothWidths(page, "the day board");

  const atBoth = async (where: string) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await expectNoViolations(page, `${where}, ${size.width} px`);
    }
  };
  await card(page, job.name).click();
  await expect(page.getByRole("button", { name: "Move to..." })).toBeVisible();
  await atBoth("a job");
  await page.getByRole("button", { name: "Move to..." }).click();
  await expect(page.getByRole("radio", { name: new RegExp(`^${long(day)}, now`) })).toBeVisible();
  await atBoth("another day for a job");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Technician..." }).click();
  await atBoth("who comes");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Crews on ${short(day)}` }).click();
  await atBoth("crews of a day");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a technician" }).click();
  await atBoth("a new technician");
  await page.keyboard.press("Escape");
  expect((await weigh()).gzipKb).toBeLessThanOrEqual(BUDGET_KB);
});
