/** What staff do by calls, and what stands on every screen of theirs. */
import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";

type Member = { email: string; password: string; secret: string };

export type Office = ReturnType<typeof staffCalls>;

export const part = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
export const said = (page: Page, words: string | RegExp) =>
  expect(page.locator(".toaster").getByText(words)).toBeVisible();

/** A dialog that was opened is answered, and goes. */
export async function confirmed(page: Page, title: string, button: string | RegExp) {
  await dialog(page, title).getByRole("button", { name: button }).click();
  await expect(dialog(page, title)).toBeHidden();
}

/** Through the real screens. The address stays where it was: open the screen you want first, or after. */
export async function signIn(page: Page, { email, password, secret }: Member) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
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
