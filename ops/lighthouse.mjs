/**
 * Measures one page with Lighthouse: `node ops/lighthouse.mjs SITE PATH VISITOR SKIPPED`, in
 * Lighthouse's own folder (ops/lighthouse.py). The visitor is `new`, or has filled in the `energy`
 * form or a `draft` of the wizard. Prints what Lighthouse found as one line of JSON.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { default: puppeteer } = await load("puppeteer-core");

const ADDRESS = "1204 Timber Ridge Dr, The Woodlands, TX 77380";
const [site, path, visitor, ...skipAudits] = process.argv.slice(2);

const visitors = {
  new: async () => {},
  energy: async (page) => {
    await page.goto(`${site}/faq`);
    await page.evaluate((address) => {
      const energy = { address, electricBill: "250", kwhUsage: "" };
      sessionStorage.setItem("energyData", JSON.stringify(energy));
    }, ADDRESS);
  },
  draft: async (page) => {
    await page.goto(
      `${site}/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`,
    );
    await press(page, "input[type=radio]");
    await press(page, "aside button:not([disabled])");
    await page.waitForFunction(() => location.pathname === "/generator-selection");
    await press(page, "input[name=generator-buy_here]");
    await page.waitForFunction(() => JSON.parse(sessionStorage.unified).generator.product);
  },
};

async function press(page, selector) {
  await page.waitForSelector(selector);
  await page.$eval(selector, (control) => control.click());
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH,
  args: process.env.CHROME_FLAGS.split(" "),
});
const page = await browser.newPage();
await page.setViewport({ width: 412, height: 823 });
await visitors[visitor](page);
const { lhr } = await lighthouse(site + path, { disableStorageReset: true, skipAudits }, undefined, page);
await browser.close();

// Where Lighthouse could not measure, as on a machine with much else to do, the run is none of the
// good ones.
const UNMEASURED_MS = 60_000;
const value = (audit) => lhr.audits[audit].numericValue ?? UNMEASURED_MS;
console.log(
  JSON.stringify({
    scores: Object.fromEntries(
      Object.entries(lhr.categories).map(([name, { score }]) => [name, score ?? 0]),
    ),
    lcpMs: value("largest-contentful-paint"),
    tbtMs: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
    scripts: lhr.audits["network-requests"].details.items.filter(
      ({ resourceType }) => resourceType === "Script",
    ).length,
    largest: lhr.audits["lcp-breakdown-insight"]?.details?.items?.find(({ type }) => type === "node")
      ?.snippet,
  }),
);
