import { expect, test } from "@playwright/test";
import { budgetOf } from "./budgets.ts";
import { builtPages, scrollThrough } from "./pages.ts";
import { inWords, weighScripts } from "./weight.ts";

const ENERGY_TOLD = JSON.stringify({
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  electricBill: "180",
  kwhUsage: "",
});

for (const path of [...builtPages, "/404"]) {
  test(`${path} keeps its budget of JavaScript`, async ({ page }) => {
    const { atFirstKb, afterScrollingKb } = budgetOf(path);
    const weigh = weighScripts(page);
    // Without it /system-recommendation leads elsewhere before it is weighed.
    await page.addInitScript(
      (told) => window.sessionStorage.setItem("energyData", told),
      ENERGY_TOLD,
    );

    await page.goto(path);
    const atFirst = await weigh();
    await scrollThrough(page);
    const scrolled = await weigh();

    console.log(`${path}: ${inWords(atFirst)} kB, then ${inWords(scrolled)} kB`);
    expect(atFirst.gzipKb).toBeLessThanOrEqual(atFirstKb);
    expect(scrolled.gzipKb).toBeLessThanOrEqual(afterScrollingKb);
  });
}
