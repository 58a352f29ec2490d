/** Staff sign-in: by invitation the first time, and with a recovery code (OPS-11, AUTH-01). */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { formatScripts, weighScripts } from "./budgets.ts";
import { expect, test } from "./test.ts";

const EMAIL = "new-owner@example.org";
const PASSWORD = "correct-horse-battery";
const SCREENS = [
  ...["orders", "leads", "photos", "overview", "customers", "audit-log", "settings", "account"],
  ...["waits", "board"],
];
const WHOLE_CONSOLE_KB = 370; // of all screens together; the first one has its budget in budgets.ts

const nav = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

// The screen has this heading and no accessibility violation at either width.
async function expectScreen(page: Page, heading: string) {
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, heading);
}

async function givePassword(page: Page) {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
}

async function acceptInvitation(page: Page, invitation: URL) {
  await page.request.get(invitation.href); // mail scanners open links too
  await page.goto(`${invitation.pathname}${invitation.search}`);
  await expectScreen(page, "Accept your invitation");
  await expect(page).toHaveURL(/\/staff$/);
  await click(page, "Accept the invitation");
  await expectScreen(page, "Choose a password");
  await page.getByLabel("Name").fill("Olive Owner");
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Repeat the password").fill(PASSWORD);
  await click(page, "Save this password");
  await expect(page.getByText("Your password is set. Please sign in with it.")).toBeVisible();
  await expectScreen(page, "Sign in");
  await givePassword(page);
}

// Enrolls an authenticator; returns the first recovery code.
async function setUpFactor(page: Page): Promise<string> {
  await expectScreen(page, "Set up your second factor");
  const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  const secret = (await page.getByRole("code").textContent())?.replaceAll(/\s/g, "");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret ?? ""));
  await click(page, "Confirm");

  await expectScreen(page, "Save these recovery codes");
  await expect(page.getByRole("listitem")).toHaveCount(10);
  const [code] = await page.getByRole("listitem").locator("code").allTextContents();
  const download = page.waitForEvent("download");
  await click(page, "Download");
  expect((await download).suggestedFilename()).toBe("standby-recovery-codes.txt");
  await page.getByText("I have saved these codes").click();
  await click(page, "Open the console");
  await expect(page).toHaveURL(/\/staff\/waits$/);
  return code ?? "";
}

async function openEveryScreen(page: Page) {
  // The first screen takes no focus; those that replace it do.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  for (const screen of SCREENS) {
    const link = nav(page).locator(`a[href="/staff/${screen}"]`);
    if (!(await link.isVisible()))
      await nav(page).getByRole("button", { name: "More" }).press("Enter");
    await link.press("Enter");
    const opened = screen === "settings" ? "settings/company" : screen; // its first section
    await expect(page).toHaveURL(new RegExp(`/staff/${opened}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  for (const [section, heading] of [
    ["orders", "Order not found"],
    ["photos", "Photo review"],
  ] as const) {
    await page.goto(`/staff/${section}/${randomUUID()}`);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
}

// A second tab needs no sign-in of its own, and signing out in one signs out both.
async function signOutInTwoTabs(page: Page) {
  const second = await page.context().newPage();
  await second.goto("/staff/overview");
  await expect(nav(second)).toBeVisible();
  await expectScreen(second, "Overview");
  await click(page, "Sign out");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await second.close();
}

async function signInWithRecoveryCode(page: Page, recoveryCode: string) {
  await givePassword(page);
  await expectScreen(page, "Your second factor");
  await click(page, "Use a recovery code instead");
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await click(page, "Continue");
  await click(page, "More");
  await nav(page).getByRole("link", { name: "My account" }).click();
  await expect(page.getByText("9 codes are left.")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "my account");
}

test("AUTH-01.6 an invited owner signs in, goes through all screens, and comes back without the phone", {
  tag: "@main",
}, async ({ page, product }) => {
  test.setTimeout(120_000); // it opens every screen
  const invitation = new URL(await product.invitation(EMAIL, "owner"));
  const weigh = weighScripts(page);

  await test.step("the invitation leads to a password", () => acceptInvitation(page, invitation));
  const recoveryCode = await test.step("the authenticator is set up", () => setUpFactor(page));
  await test.step("every screen is a key away", () => openEveryScreen(page));
  const whole = await weigh();
  console.log(`the whole console: ${formatScripts(whole)}`);
  expect(whole.gzipKb).toBeLessThanOrEqual(WHOLE_CONSOLE_KB);
  await test.step("tabs leave together", () => signOutInTwoTabs(page));
  await test.step("a recovery code opens the door", () =>
    signInWithRecoveryCode(page, recoveryCode));
});
