/** What a browser keeps on the way to each step, so that a fresh one can begin there. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ADDRESS, bookWhole, reserveWhole } from "../e2e/wizard.ts";

type Shelves = { session: Record<string, string>; local: Record<string, string> };

export type Kept = Shelves & {
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
};

export const NOTHING: Kept = { session: {}, local: {}, cookies: [] };

const ENERGY_TOLD = JSON.stringify({
  address: ADDRESS,
  electricBill: "180",
  kwhUsage: "",
});

/** Two bookings at full speed, one not paid; what was kept at each step, by the step's name. */
export async function walkOnce(browser: Browser, site: string): Promise<Map<string, Kept>> {
  const steps = new Map<string, Kept>([
    ["energy", { ...NOTHING, session: { energyData: ENERGY_TOLD } }],
  ]);
  const open = () => browser.newPage({ baseURL: site, locale: "en-US" });
  const look = (page: Page) => async (step: string) => {
    steps.set(step, await keep(page));
  };
  const paying = await open();
  await bookWhole(paying, "ada-paid@example.org", look(paying));
  const reserving = await open();
  await reserveWhole(reserving, "ada-reserves@example.org", look(reserving));
  await Promise.all([paying.close(), reserving.close()]);
  return steps;
}

async function keep(page: Page): Promise<Kept> {
  const shelves = await page.evaluate(() => ({
    session: { ...window.sessionStorage } as Record<string, string>,
    local: { ...window.localStorage } as Record<string, string>,
  }));
  return { ...shelves, cookies: await page.context().cookies() };
}

/** Once in each tab: what the page itself changes later stays changed. */
export async function remember(context: BrowserContext, { session, local }: Shelves) {
  await context.addInitScript(
    (kept: Shelves) => {
      if (window.sessionStorage.getItem("remembered")) return;
      window.sessionStorage.setItem("remembered", "1");
      for (const [key, text] of Object.entries(kept.session))
        window.sessionStorage.setItem(key, text);
      for (const [key, text] of Object.entries(kept.local)) window.localStorage.setItem(key, text);
    },
    { session, local },
  );
}
