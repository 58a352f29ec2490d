/** Members of staff: at their console, and what they do by their own API. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { AuthClient } from "@supabase/auth-js";
import { codeOf } from "./authenticator.ts";

export type Role = "viewer" | "dispatcher" | "reviewer" | "manager" | "owner";
export type Member = { email: string; password: string; secret: string; token: string };

const API = `${import.meta.dirname}/../../api`;
export const SITE = `http://127.0.0.1:${process.env.PORT ?? "8765"}`;
const PASSWORD = "correct-horse-battery";
const PATIENCE = { timeout: 20_000 }; // passwords are hashed slowly on purpose

export function manage(...command: string[]): string {
  const told = execFileSync(`${API}/.venv/bin/python`, ["manage.py", ...command], {
    cwd: API,
    encoding: "utf8",
    env: {
      ...process.env,
      DJANGO_SETTINGS_MODULE: "standby.config.settings",
      STANDBY_DATA: process.env.E2E_DATA,
    },
  });
  return told.trim();
}

export const tokenOf = (name: string) =>
  manage("staff_token", name, "--role", "manager", "--hours", "1", "--new");

/** The link by which somebody new comes in, or an old hand chooses another password. */
export const invitation = (email: string, role: Role): string =>
  manage("staff_user", email, "--role", role);

/** Somebody with a password and an authenticator; the codes of this half minute are still good. */
export async function memberOfStaff(role: Role, name = "pat"): Promise<Member> {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  const token_hash = new URL(invitation(email, role)).searchParams.get("token_hash") ?? "";
  const browser = new AuthClient({ url: `${SITE}/auth/v1`, autoRefreshToken: false });
  expect((await browser.verifyOtp({ token_hash, type: "invite" })).error).toBeNull();
  expect((await browser.updateUser({ password: PASSWORD })).error).toBeNull();
  const signedIn = await browser.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.error).toBeNull();
  const factor = (await browser.mfa.enroll({ factorType: "totp", friendlyName: "phone" })).data;
  if (factor?.type !== "totp") throw new Error("no factor");
  const { id: factorId, totp } = factor;
  const show = async () =>
    (await browser.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, -1) })).error;
  // The half minute may end on the way: then that code is too old, and the next one is good.
  expect((await show()) && (await show())).toBeNull();
  const token = (await browser.getSession()).data.session?.access_token ?? "";
  return { email, password: PASSWORD, secret: totp.secret, token };
}

/** Through the real screens. The address stays where it was: open the screen you want first, or after. */
export async function signIn(page: Page, { email, password, secret }: Member, stepsLater = 0) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, stepsLater));
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible(PATIENCE);
}

/** Somebody new of this role, signed in at `path`. */
export async function signInAsStaff(page: Page, role: Role, path = "/staff"): Promise<Member> {
  const member = await memberOfStaff(role);
  await page.goto(path);
  await signIn(page, member);
  return member;
}

/** "Show your second factor": the next half minute's code, since this one's signed them in. */
export async function showSecondFactor(page: Page, { secret }: Member) {
  const dialog = page.getByRole("dialog", { name: "Show your second factor" });
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog).toBeHidden();
}

/** Somebody nobody else sends: who leads one job of a day leads no other. */
export const aTechnician = () => ({
  name: `Sam Ortiz ${randomUUID().slice(0, 8)}`,
  phone: "(713) 555-0177",
});

/** Somebody of the office, by name: the orders' log says who did what. */
export const staffMember = (request: APIRequestContext, name: string) =>
  staffCalls(request, tokenOf(name));

/** By whoever has this token: a script's, or that of somebody who showed their second factor. */
export function staffCalls(request: APIRequestContext, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answered = async (response: Awaited<ReturnType<APIRequestContext["get"]>>) => {
    const text = await response.text();
    expect(response.ok(), `${response.url()}: ${response.status()} ${text}`).toBe(true);
    return JSON.parse(text);
  };
  return {
    look: async (path: string) => answered(await request.get(`/api/staff/${path}`, { headers })),
    act: async (path: string, data: object = {}) =>
      answered(
        await request.post(`/api/staff/${path}`, {
          headers: { ...headers, "Idempotency-Key": randomUUID() },
          data,
        }),
      ),
  };
}
