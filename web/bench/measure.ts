/** `node bench/measure.ts <product> <site>`: what each route takes and how soon prices stand there, as
 * JSON. The walk to each step goes by the product's own port; what is measured, by the site's. */
import { chromium } from "@playwright/test";
import { budgetOf } from "../e2e/budgets.ts";
import { chromium as launchOptions } from "../e2e/chromium.ts";
import { measure, openPhone } from "./phone.ts";
import { timeToPrices } from "./prices.ts";
import { ROUTES, type Route } from "./routes.ts";
import { type BrowserState, EMPTY_STATE, recordSteps } from "./walk.ts";

const ROUNDS = 3;
const [product = "", site = ""] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions);
const steps = await recordSteps(browser, product);

async function runInSequence<Item, Result>(all: Item[], run: (one: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const one of all) results.push(await run(one));
  return results;
}

async function visit(route: Route, state: BrowserState) {
  const context = await openPhone(browser, site, state);
  const figures = await measure(context, route);
  await context.close();
  return figures;
}

const routes = await runInSequence(ROUTES, async (route) => {
  const state = route.after ? steps.get(route.after) : EMPTY_STATE;
  if (!state) throw new Error(`Nobody came by ${route.after}.`);
  const { pathname } = new URL(route.path, site);
  const { atFirstKb, requests = null, lcpMs, tbtMs } = budgetOf(pathname);
  return {
    path: route.path.replace(/\?.*/, "?…"),
    does: route.does,
    budget: { scriptKb: atFirstKb, requests, lcpMs: lcpMs + (route.waitsMs ?? 0), tbtMs },
    runs: await runInSequence(Array(ROUNDS).fill(state), () => visit(route, state)),
  };
});
const pricesMs = await timeToPrices(browser, site);
await browser.close();
process.stdout.write(JSON.stringify({ routes, pricesMs }));
