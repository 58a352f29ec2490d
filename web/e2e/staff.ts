/** Members of staff: at their console, and what they do by their own API. */
import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";

type Member = { email: string; password: string; secret: string };

const PATIENCE = { timeout: 20_000 }; // passwords are hashed slowly on purpose

/** Through the real screens. The address stays where it was: open the screen you want first, or after. */
export async function signIn(page: Page, { email, password, secret }: Member, stepsLater = 0) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, stepsLater));
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible(PATIENCE);
}

/** "Show your second factor": the next half minute's code, since this one's signed them in. */
export async function showSecondFactor(page: Page, { secret }: { secret: string }) {
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
