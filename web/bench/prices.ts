/** From the suggestion that a visitor chooses to the prices of their address. */
import type { Browser } from "@playwright/test";
import { phone, slowPage } from "./phone.ts";
import { NOTHING } from "./walk.ts";

const TIMES = 12;

export async function timeToPrices(browser: Browser, site: string): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) times.push(await once(browser, site));
  return times;
}

async function once(browser: Browser, site: string): Promise<number> {
  const context = await phone(browser, site, NOTHING);
  const page = await slowPage(context);
  await page.goto("/installation-wizard", { waitUntil: "networkidle" });
  const box = page.getByRole("combobox", { name: /address/i });
  await box.tap();
  await box.pressSequentially("1204 Timber Ridge Dr, The Woodlands", { delay: 20 });
  const suggestion = page.getByRole("option").first();
  await suggestion.waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchForPrices);
  await suggestion.tap();
  const took = await page.waitForFunction(() => window.pricesAfterMs);
  const ms = await took.jsonValue();
  await context.close();
  return ms ?? 0;
}

declare global {
  interface Window {
    pricesAfterMs?: number;
  }
}

/** From the pointer that comes down to the first picture with the price of every band. */
function watchForPrices() {
  let chosenAt = 0;
  addEventListener("pointerdown", ({ timeStamp }) => (chosenAt ||= timeStamp), { capture: true });
  const look = (now: number) => {
    const prices = document.querySelectorAll(".radio-card");
    const told = [...prices].filter((card) => /\$\d/.test(card.textContent ?? ""));
    if (chosenAt && told.length >= 3) window.pricesAfterMs = now - chosenAt;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
