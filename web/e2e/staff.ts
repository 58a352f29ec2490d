/** Staff's actions by API calls, and elements of every staff screen. */
import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";

type Member = { email: string; password: string; secret: string };

export type Office = ReturnType<typeof staffCalls>;

export const part = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
export const expectToast = (page: Page, words: string | RegExp) =>
  expect(page.locator(".toaster").getByText(words)).toBeVisible();

export const nextStep = (page: Page) =>
  page.getByRole("region").filter({ hasText: "What to do next" });

/** Open the admin from the console; returns the paths of its lists. */
export async function openTables(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Tables" }).first().click();
  await page.waitForURL("**/staff/tables/");
  const lists = await page
    .locator("#content-main th[scope=row] a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(lists.length).toBeGreaterThan(8);
  return lists;
}

/** Press a button of an open dialog and wait until it closes. */
export async function confirmDialog(page: Page, title: string, button: string | RegExp) {
  await dialog(page, title).getByRole("button", { name: button }).click();
  await expect(dialog(page, title)).toBeHidden();
}

/** Sign in on the real screens. The URL stays: open the wanted screen before or after. */
export async function signIn(page: Page, { email, password, secret }: Member) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
}

/** A technician no other test uses: whoever leads one job of a day can lead no other. */
export const aTechnician = () => ({
  name: `Sam Ortiz ${randomUUID().slice(0, 8)}`,
  phone: "(713) 555-0177",
});

/** Staff API calls with a token: a script's, or that of a user who verified the second factor. */
export function staffCalls(request: APIRequestContext, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const parseOk = async (response: Awaited<ReturnType<APIRequestContext["get"]>>) => {
    const text = await response.text();
    expect(response.ok(), `${response.url()}: ${response.status()} ${text}`).toBe(true);
    return JSON.parse(text);
  };
  return {
    look: async (path: string) => parseOk(await request.get(`/api/staff/${path}`, { headers })),
    post: async (path: string, data: object = {}) =>
      parseOk(
        await request.post(`/api/staff/${path}`, {
          headers: { ...headers, "Idempotency-Key": randomUUID() },
          data,
        }),
      ),
  };
}
