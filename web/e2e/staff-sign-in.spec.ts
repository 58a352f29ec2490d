/** How staff come in, stay in and leave, on the real screens (OPS-11, AUTH-01, reliability F5). */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { AuthClient } from "@supabase/auth-js";
import { codeOf } from "./authenticator.ts";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import {
  invitation,
  memberOfStaff,
  SITE,
  showSecondFactor,
  signIn,
  signInAsStaff,
} from "./staff.ts";
import { inWords, weighScripts } from "./weight.ts";

const PASSWORD = "correct-horse-battery";
const OTHER_PASSWORD = "quiet-lamp-after-storm";

const nav = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The newest link that was mailed to them. No row holds it: it is in the mail, kept as a file. */
async function mailedLink(email: string): Promise<string> {
  const found = () =>
    mailsTo(email)
      .map((mail) => mail.match(/\/staff\?token_hash=\S+/)?.[0])
      .find(Boolean);
  await expect.poll(found).toBeTruthy();
  return found() ?? "";
}

/** The newest first, with the line breaks of quoted-printable taken out. */
function mailsTo(email: string): string[] {
  const outbox = `${process.env.E2E_DATA}/outbox`;
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => `${outbox}/${name}`)
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    .map((path) =>
      readFileSync(path, "utf8")
        .replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "="),
    )
    .filter((mail) => mail.includes(`To: ${email}`));
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("The same again").fill(password);
  await press(page, "Keep this password");
}

test("OPS-11 AUTH-01 first sign-in: invitation, password, authenticator, recovery codes", async ({
  page,
}) => {
  const email = `new-${randomUUID().slice(0, 8)}@example.org`;
  const link = new URL(invitation(email, "manager"));
  // Mail scanners open links too.
  for (let times = 0; times < 2; times += 1) await page.request.get(link.href);
  await page.goto(`${link.pathname}${link.search}`);

  await expect(page.getByRole("heading", { name: "Accept your invitation" })).toBeVisible();
  await expect(page).toHaveURL(/\/staff$/);
  await expectNoViolationsAtBothWidths(page, "accept your invitation");
  await press(page, "Accept the invitation");
  await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "choose a password");
  await choosePassword(page, PASSWORD);

  await expect(page.getByText("Your password is changed. Please sign in with it.")).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await expectNoViolationsAtBothWidths(page, "set up the second factor");
  const secret = (await page.locator(".door__secret").textContent())?.replaceAll(/\s/g, "");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret ?? ""));
  await press(page, "Confirm");

  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await expectNoViolationsAtBothWidths(page, "recovery codes");
  const download = page.waitForEvent("download");
  await press(page, "Download");
  expect((await download).suggestedFilename()).toBe("standby-recovery-codes.txt");
  await press(page, "Open the console");
  await expect(page.getByText("Please keep the codes first.")).toBeVisible();
  await page.getByText("I have kept these codes").click();
  await press(page, "Open the console");

  await expect(nav(page)).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/board$/);
});

test("OPS-11 next sign-in: a wrong password and a wrong code are told, then both are right", async ({
  page,
}) => {
  const member = await memberOfStaff("dispatcher");
  await page.goto("/staff");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "sign in");
  await press(page, "Sign in");
  await expect(page.getByText("Please enter your e-mail address.")).toBeVisible();

  await page.getByLabel("E-mail").fill(member.email);
  await page.getByLabel("Password").fill("wrong-horse-battery");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("alert")).toHaveText("E-mail or password is not right.");
  await page.getByLabel("Password").fill(member.password);
  await page.getByLabel("Password").press("Enter");

  await expect(page.getByRole("heading", { name: "Your second factor" })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "second factor");
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await press(page, "Go on");
  await expect(page.getByRole("alert")).toContainText("This code is not right");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(member.secret));
  await press(page, "Go on");

  await expect(nav(page)).toBeVisible();
  await page.reload();
  await expect(nav(page)).toBeVisible();
});

test("OPS-11 a lost phone: a recovery code opens the door once, and new ones are made", async ({
  page,
}) => {
  const member = await signInAsStaff(page, "owner", "/staff/account");
  await press(page, "Make new codes");
  const code = await page.getByRole("list", { name: "Recovery codes" }).locator("code").first();
  const paper = (await code.textContent()) ?? "";
  await expectNoViolationsAtBothWidths(page, "my account with recovery codes");
  await press(page, "Sign out here");
  await expect(page.getByText("You are signed out.")).toBeVisible();

  for (const isFirst of [true, false]) {
    await page.getByLabel("E-mail").fill(member.email);
    await page.getByLabel("Password").fill(member.password);
    await press(page, "Sign in");
    await press(page, "Use a recovery code instead");
    await page.getByLabel("Recovery code").fill(paper);
    await press(page, "Go on");
    if (!isFirst) break;
    await expect(page.getByText("9 codes are left.")).toBeVisible();
    await press(page, "Sign out here");
  }
  await expect(page.getByRole("alert")).toContainText("was used before");
});

test("OPS-11 a forgotten password: the mailed link and the second factor, then a new one", async ({
  page,
}) => {
  const member = await memberOfStaff("manager");
  await page.goto("/staff/orders");
  await press(page, "Forgotten your password?");
  await expectNoViolationsAtBothWidths(page, "forgotten password");
  await page.getByLabel("E-mail").fill(member.email);
  await press(page, "Send the link");
  await expect(page.getByRole("status").getByText(/a link is on its way/)).toBeVisible();

  const link = await mailedLink(member.email);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "a mailed link");
  await press(page, "Choose a password");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(member.secret));
  await press(page, "Go on");
  await choosePassword(page, OTHER_PASSWORD);
  await expect(page.getByText("Your password is changed. Please sign in with it.")).toBeVisible();
  await signIn(page, { ...member, password: OTHER_PASSWORD }, 1);

  await page.goto(link);
  await press(page, "Choose a password");
  await expect(page.getByText("This link was used already, or is too old.")).toBeVisible();
  await press(page, "Go on without this link");
  await expect(nav(page)).toBeVisible();
  await press(page, "Sign out");
  await page.getByLabel("E-mail").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await press(page, "Sign in");
  await expect(page.getByRole("alert")).toHaveText("E-mail or password is not right.");
});

test("SEC-01 SEC-04 a session planted in the address is ignored, and gains nothing by the code", async ({
  page,
}) => {
  const member = await memberOfStaff("owner");
  const thief = new AuthClient({ url: `${SITE}/auth/v1`, autoRefreshToken: false });
  const stolen = (await thief.signInWithPassword(member)).data.session;
  const { access_token = "", refresh_token = "" } = stolen ?? {};
  const planted = new URLSearchParams({ access_token, refresh_token, type: "magiclink" });

  await page.goto(`/staff/account#${planted}`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/account$/);
  await signIn(page, member);

  const asThief = { headers: { Authorization: `Bearer ${access_token}` } };
  expect((await page.request.get("/api/staff/orders", asThief)).status()).toBe(403);
  expect((await page.request.post("/auth/v1/factors/recovery-codes", asThief)).status()).toBe(403);
});

test("OPS-11 F5 what weighs most asks for the second factor again, then goes on", async ({
  page,
}) => {
  const member = await signInAsStaff(page, "owner", "/staff/account");
  let asked = 0;
  await page.route("**/api/staff/board**", (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const body = { code: "second_factor_stale", status: 403, detail: "", errors: [] };
    return route.fulfill({ status: 403, json: body });
  });
  await nav(page).getByRole("link", { name: "Day board" }).click();

  await expect(page.getByRole("dialog", { name: "Show your second factor" })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "show your second factor");
  await showSecondFactor(page, member);

  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(page.getByRole("heading", { name: "Day board" })).toBeVisible();
});

test("OPS-11 signing out everywhere ends every browser at once", async ({ page, browser }) => {
  const member = await memberOfStaff("dispatcher");
  await page.goto("/staff/account");
  await signIn(page, member);
  const elsewhere = await browser.newPage();
  await elsewhere.goto("/staff/account");
  await signIn(elsewhere, member, 1);

  await press(page, "Sign out everywhere");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await elsewhere.reload();

  await expect(elsewhere.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await elsewhere.close();
});

test("OPS-11 a second tab needs no second sign-in, and both leave together", async ({
  page,
  context,
}) => {
  await signInAsStaff(page, "manager");
  const second = await context.newPage();
  await second.goto("/staff/account");
  await expect(nav(second)).toBeVisible();

  await press(page, "Sign out");

  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await second.reload();
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("OPS-11 a role sees its own screens; the address it wanted is kept through sign-in", async ({
  page,
}) => {
  await signInAsStaff(page, "viewer", "/staff/account?from=mail");

  await expect(page).toHaveURL(/\/staff\/account\?from=mail$/);
  await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
  await expect(nav(page).getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(nav(page).getByRole("link", { name: "Tables" })).toHaveCount(0);
  await expect(nav(page).getByRole("link", { name: "Trail" })).toHaveCount(0);
  await page.goto("/staff/trail");
  await expect(page.getByRole("heading", { name: "No such screen" })).toBeVisible();
});

test("OPS-11 the console is complete by the keyboard", async ({ page }) => {
  const member = await memberOfStaff("viewer");
  await page.goto("/staff/account");
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(member.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(member.password);
  await page.keyboard.press("Enter");
  await page.getByLabel("Code", { exact: true }).focus();
  await page.keyboard.type(codeOf(member.secret));
  await page.keyboard.press("Enter");
  await expect(nav(page)).toBeVisible();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await nav(page).getByRole("link", { name: "Orders" }).press("Enter");
  await expect(page).toHaveURL(/\/staff\/orders$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("NAV-09 the whole console weighs at most 300 kB of JavaScript", async ({ page }) => {
  const weigh = weighScripts(page);
  await page.goto("/staff");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const door = await weigh();
  await signIn(page, await memberOfStaff("owner"));
  for (const path of ["board", "orders", "photos", "overview", "customers", "trail", "account"]) {
    await nav(page).locator(`a[href="/staff/${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/staff/${path}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const whole = await weigh();

  console.log(`the door: ${inWords(door)} kB; the whole console: ${inWords(whole)} kB`);
  expect(whole.gzipKb).toBeLessThanOrEqual(300);
});
