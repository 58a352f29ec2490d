/** Browser state at each step of a booking, so that a new browser can start there. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ADDRESS, bookWhole, reserveWhole } from "../e2e/wizard.ts";

type StoredItems = { session: Record<string, string>; local: Record<string, string> };

export type BrowserState = StoredItems & {
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
};

export const EMPTY_STATE: BrowserState = { session: {}, local: {}, cookies: [] };

const ENERGY_DATA = JSON.stringify({
  address: ADDRESS,
  electricBill: "180",
  kwhUsage: "",
});

/** Make two bookings, one unpaid; returns the browser state at each step, by step name. */
export async function recordSteps(
  browser: Browser,
  site: string,
): Promise<Map<string, BrowserState>> {
  const steps = new Map<string, BrowserState>([
    ["energy", { ...EMPTY_STATE, session: { energyData: ENERGY_DATA } }],
  ]);
  const open = () => browser.newPage({ baseURL: site, locale: "en-US" });
  const capture = (page: Page) => async (step: string) => {
    steps.set(step, await captureState(page));
  };
  const paying = await open();
  await bookWhole(paying, "ada-paid@example.org", capture(paying));
  const reserving = await open();
  await reserveWhole(reserving, "ada-reserves@example.org", capture(reserving));
  await Promise.all([paying.close(), reserving.close()]);
  return steps;
}

async function captureState(page: Page): Promise<BrowserState> {
  const items = await page.evaluate(() => ({
    session: { ...window.sessionStorage } as Record<string, string>,
    local: { ...window.localStorage } as Record<string, string>,
  }));
  return { ...items, cookies: await page.context().cookies() };
}

/** Restore the state once per tab, so that later changes by the page survive a reload. */
export async function restoreState(context: BrowserContext, { session, local }: StoredItems) {
  await context.addInitScript(
    (items: StoredItems) => {
      if (window.sessionStorage.getItem("remembered")) return;
      window.sessionStorage.setItem("remembered", "1");
      for (const [key, text] of Object.entries(items.session))
        window.sessionStorage.setItem(key, text);
      for (const [key, text] of Object.entries(items.local)) window.localStorage.setItem(key, text);
    },
    { session, local },
  );
}
