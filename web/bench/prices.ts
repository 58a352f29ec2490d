/** Time from choosing an address suggestion to seeing its prices. */
import type { Browser } from "@playwright/test";
import { openPhone, throttledPage } from "./phone.ts";
import { EMPTY_STATE } from "./walk.ts";

const TIMES = 12;

export async function timeToPrices(browser: Browser, site: string): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) times.push(await timeOnce(browser, site));
  return times;
}

async function timeOnce(browser: Browser, site: string): Promise<number> {
  const context = await openPhone(browser, site, EMPTY_STATE);
  const page = await throttledPage(context);
  await page.goto("/installation-wizard", { waitUntil: "networkidle" });
  const box = page.getByRole("combobox", { name: /address/i });
  await box.tap();
  await box.pressSequentially("1204 Timber Ridge Dr, The Woodlands", { delay: 20 });
  const suggestion = page.getByRole("option").first();
  await suggestion.waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchForPrices);
  await suggestion.tap();
  const result = await page.waitForFunction(() => window.pricesAfterMs);
  const ms = await result.jsonValue();
  await context.close();
  return ms ?? 0;
}

declare global {
  interface Window {
    pricesAfterMs?: number;
  }
}

// From pointerdown to the first frame that shows the price of every band.
function watchForPrices() {
  let chosenAt = 0;
  addEventListener("pointerdown", ({ timeStamp }) => (chosenAt ||= timeStamp), { capture: true });
  const checkFrame = (now: number) => {
    const cards = document.querySelectorAll(".radio-card");
    const pricedCards = [...cards].filter((card) => /\$\d/.test(card.textContent ?? ""));
    if (chosenAt && pricedCards.length >= 3) window.pricesAfterMs = now - chosenAt;
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
