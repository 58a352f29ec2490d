/** `node bench/measure.ts <product> <site>`: what each route takes and how soon prices stand there, as
 * JSON. The walk to each step goes by the product's own port; what is measured, by the site's. */
import { chromium } from "@playwright/test";
import { budgetOf } from "../e2e/budgets.ts";
import { chromium as debians } from "../e2e/chromium.ts";
import { measure, phone } from "./phone.ts";
import { timeToPrices } from "./prices.ts";
import { ROUTES, type Route } from "./routes.ts";
import { type Kept, NOTHING, walkOnce } from "./walk.ts";

const ROUNDS = 3;
const [product = "", site = ""] = process.argv.slice(2);
const browser = await chromium.launch(debians);
const steps = await walkOnce(browser, product);

async function inTurn<Given, Told>(all: Given[], tell: (one: Given) => Promise<Told>) {
  const told: Told[] = [];
  for (const one of all) told.push(await tell(one));
  return told;
}

async function visit(route: Route, kept: Kept) {
  const context = await phone(browser, site, kept);
  const figures = await measure(context, route);
  await context.close();
  return figures;
}

const routes = await inTurn(ROUTES, async (route) => {
  const kept = route.after ? steps.get(route.after) : NOTHING;
  if (!kept) throw new Error(`Nobody came by ${route.after}.`);
  const { pathname } = new URL(route.path, site);
  const { atFirstKb, requests = null, lcpMs, tbtMs } = budgetOf(pathname);
  return {
    path: route.path.replace(/\?.*/, "?…"),
    does: route.does,
    budget: { scriptKb: atFirstKb, requests, lcpMs: lcpMs + (route.waitsMs ?? 0), tbtMs },
    runs: await inTurn(Array(ROUNDS).fill(kept), () => visit(route, kept)),
  };
});
const pricesMs = await timeToPrices(browser, site);
await browser.close();
process.stdout.write(JSON.stringify({ routes, pricesMs }));
