/** The site as a whole: no way leads nowhere, no two pages say they are the same, and all load in silence. */
import { expect, type Page, test } from "@playwright/test";
import { builtPages, NO_SUCH_PAGE, openWhole, publicPages } from "./pages.ts";

type Read = {
  title: string;
  description: string;
  canonical: string;
  headings: number;
  anchors: string[];
  links: string[];
  structured: string[];
};

type Thing = { "@type": string | string[]; [property: string]: unknown };

/** What search engines ask of each (developers.google.com/search/docs/appearance/structured-data). */
const REQUIRED: Record<string, string[]> = {
  Organization: ["name", "url", "logo"],
  WebSite: ["name", "url"],
  LocalBusiness: ["name", "address", "telephone", "url", "image"],
  Service: ["name", "provider", "areaServed", "offers"],
  FAQPage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name", "item"],
  PostalAddress: ["addressLocality", "addressRegion", "addressCountry"],
  Offer: ["priceCurrency", "priceSpecification"],
};
const BUSINESS = ["Organization", "WebSite", "LocalBusiness", "Service"];
const PROMISED: [RegExp, string[]][] = [
  [/^\/$/, BUSINESS],
  [/^\/tx\//, [...BUSINESS, "FAQPage", "BreadcrumbList"]],
  [/^\/(legal|terms)\//, ["LocalBusiness"]],
  [/^\/faq$/, ["FAQPage"]],
];

test("NAV-01 no link and no anchor leads nowhere", async ({ page }) => {
  test.slow();
  const pages = await readAll(page);
  const asked = new Map<string, number>();

  for (const [from, { links }] of pages) {
    for (const link of links) {
      const { pathname, hash, search } = new URL(link, `http://site${from}`);
      if (!asked.has(pathname + search))
        asked.set(pathname + search, (await page.request.get(pathname + search)).status());
      expect.soft(asked.get(pathname + search), `${from} → ${link}`).toBe(200);
      const anchors = pages.get(pathname)?.anchors;
      if (hash && anchors) expect.soft(anchors, `${from} → ${link}`).toContain(hash.slice(1));
    }
  }
});

test("NAV-07 a page has one title, one description, one canonical address: its own", async ({
  page,
}) => {
  const pages = await readAll(page);
  const canonicals = new Map([...pages].map(([path, { canonical }]) => [path, pathIn(canonical)]));
  for (const [path, to] of canonicals)
    expect(canonicals.get(to), `${path} repeats ${to}, which is itself`).toBe(to);

  const originals = [...pages].filter(([path]) => canonicals.get(path) === path);
  expect(saidTwice(originals.map(([, { title }]) => title))).toEqual([]);
  expect(saidTwice(originals.map(([, { description }]) => description))).toEqual([]);
});

const saidTwice = (words: string[]) =>
  words.filter((each, at) => !each || words.indexOf(each) !== at);

test("NAV-09 a public page has one first heading before any script", async ({ page }) => {
  const pages = await readAll(page);
  for (const path of publicPages) expect.soft(pages.get(path)?.headings, path).toBe(1);
});

test("NAV-07 the sitemap lists each canonical address once, and robots.txt names it", async ({
  page,
}) => {
  const pages = await readAll(page);
  const robots = await (await page.request.get("/robots.txt")).text();
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
  const originals = publicPages.map((path) => pages.get(path)?.canonical);
  expect(listed.toSorted()).toEqual([...new Set(originals)].toSorted());
});

test("NAV-07 structured data can be read and says what search engines ask for", async ({
  page,
}) => {
  const pages = await readAll(page);
  for (const [path, { structured }] of pages) {
    const things = structured.flatMap((text) => JSON.parse(text) as Thing | Thing[]);
    const types = things.flatMap((thing) => thing["@type"]);
    const promised = PROMISED.find(([pattern]) => pattern.test(path))?.[1] ?? [];

    for (const type of promised) expect.soft(types, path).toContain(type);
    for (const thing of things) {
      expect.soft(thing["@context"], path).toBe("https://schema.org");
      expect.soft(missing(thing), path).toEqual([]);
    }
  }
});

/**
 * Where 404 is the answer, and the browser's own line about it no complaint: no such page; and the
 * booking of a browser that booked nothing, which only asking can tell (its cookie is not for scripts).
 */
const NOTHING_THERE = [NO_SUCH_PAGE, "/api/my-booking", "/api/my-booking/photos"];
const isNothingThere = (url: string) => NOTHING_THERE.some((path) => url.endsWith(path));

/** A page that stands alone is opened whole: what it says to the console is for nobody. */
for (const path of [...builtPages, NO_SUCH_PAGE]) {
  test(`NAV-09 ${path} loads without a complaint`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const { url } = message.location();
      const isAnswer = isNothingThere(url) && message.text().includes("404");
      if (["error", "warning"].includes(message.type()) && !isAnswer)
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("response", (answer) => {
      if (answer.status() >= 400 && !(answer.status() === 404 && isNothingThere(answer.url())))
        complaints.push(`${answer.status()} ${answer.url()}`);
    });

    await openWhole(page, path);

    expect(complaints).toEqual([]);
  });
}

/** Every page as the server sends it, by the browser's own reader. */
async function readAll(page: Page): Promise<Map<string, Read>> {
  await page.goto("/robots.txt");
  const pages = new Map<string, Read>();
  for (const path of builtPages) {
    const html = await (await page.request.get(path)).text();
    pages.set(path, await page.evaluate(read, html));
  }
  return pages;
}

function read(html: string): Read {
  const sent = new DOMParser().parseFromString(html, "text/html");
  const all = (selector: string, attribute: string) =>
    [...sent.querySelectorAll(selector)].map((found) => found.getAttribute(attribute) ?? "");
  const texts = (selector: string) =>
    [...sent.querySelectorAll(selector)].map((found) => found.textContent ?? "");
  return {
    title: texts("title").join(),
    description: all("meta[name=description]", "content").join(),
    canonical: all("link[rel=canonical]", "href").join(),
    headings: texts("h1").length,
    anchors: all("[id]", "id"),
    links: [...new Set(all("a[href]", "href"))].filter((href) => /^[/#?]/.test(href)),
    structured: texts("script[type='application/ld+json']"),
  };
}

const pathIn = (url: string) => new URL(url).pathname;

/** The properties that a thing, or a thing within it, should have and has not. */
function missing(thing: unknown): string[] {
  if (Array.isArray(thing)) return thing.flatMap(missing);
  if (typeof thing !== "object" || thing === null) return [];
  const { "@type": type, ...properties } = thing as Thing;
  const isReference = Object.keys(properties).join() === "@id";
  const required = isReference ? [] : [type].flat().flatMap((one) => REQUIRED[one] ?? []);
  const absent = required.filter((property) => !properties[property]);
  return [
    ...absent.map((one) => `${type} without ${one}`),
    ...Object.values(properties).flatMap(missing),
  ];
}
