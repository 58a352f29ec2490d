/** Title, description and canonical URL of every page, and robots.txt (NAV-07.1). */
import { expect, test } from "vitest";
import { all, attributes, fileAt, pages, publicPages, textAt } from "./pages.ts";

const CITIES =
  "houston the-woodlands tomball spring cypress katy sugar-land conroe pearland league-city " +
  "humble pasadena baytown missouri-city kingwood";
const PUBLIC = [
  "/",
  ...CITIES.split(" ").map((city) => `/tx/${city}/home-generator-installation`),
  "/faq",
  "/gas-check",
  "/generator-config",
  "/legal/installation-agreement",
  "/legal/photo-review-policy",
  "/legal/privacy",
  "/legal/terms",
  "/order",
  "/outages",
  "/reviews",
];
const REPEATED = {
  "/terms/installation": "/legal/installation-agreement",
  "/terms/photo-review": "/legal/photo-review-policy",
};
const PRIVATE = [
  "/confirm-appointment",
  "/diagnostic",
  "/diagnostic/visit",
  "/finalize-installation",
  "/generator-selection",
  "/installation-date",
  "/installation-wizard",
  "/my-booking",
  "/my-booking/photos",
  "/order-payment-success",
  "/quote",
  "/staff",
  "/staff/crew",
  "/system-recommendation",
  "/test-proposal",
  "/verify",
  "/visit-payment-cancelled",
  "/visit-payment-success",
];

const SITE = new URL(attributes(pages[0] as never, "link[rel=canonical]", "href")[0] ?? "").origin;
const originals = pages.filter(({ path }) => !(path in REPEATED));

test("CITY-01.1 NAV-01.1 every route of the table is built, and nothing else", () => {
  expect(pages.map(({ path }) => path)).toEqual(
    [...PUBLIC, ...Object.keys(REPEATED), ...PRIVATE].sort(),
  );
});

test("NAV-09.3 a visitor's own pages are kept from search engines, all others are not", () => {
  expect(publicPages.map(({ path }) => path)).toEqual([...PUBLIC, ...Object.keys(REPEATED)].sort());
});

test.each(pages.map((page) => [page.path, page] as const))(
  "NAV-07.1 %s has one title, one description and one address",
  (path, page) => {
    const canonical = SITE + (REPEATED[path as keyof typeof REPEATED] ?? path);
    const [title = ""] = all(page, "head > title").map(({ textContent }) => textContent);
    const [picture = ""] = attributes(page, "meta[property='og:image']", "content");

    expect(all(page, "head > title")).toHaveLength(1);
    expect(title.length).toBeGreaterThan(5);
    expect(attributes(page, "meta[name=description]", "content")).toEqual([
      expect.stringMatching(page.isPublic ? /^.{70,170}$/ : /^.{20,170}$/),
    ]);
    expect(attributes(page, "link[rel=canonical]", "href")).toEqual([canonical]);
    expect(attributes(page, "meta[property='og:url']", "content")).toEqual([canonical]);
    expect(picture.startsWith(`${SITE}/og/`)).toBe(true);
    expect(fileAt(new URL(picture).pathname), picture).not.toBeNull();
  },
);

test("NAV-07.2 no two pages have the same title or description", () => {
  const titles = originals.map((page) => page.document.title);
  const descriptions = originals.flatMap((page) =>
    attributes(page, "meta[name=description]", "content"),
  );

  expect(new Set(titles).size).toBe(originals.length);
  expect(new Set(descriptions).size).toBe(originals.length);
});

test("NAV-09.2 robots.txt names the sitemap, which lists each public page once", () => {
  const listed = [...textAt("/sitemap.xml").matchAll(/<loc>([^<]+)<\/loc>/g)];

  expect(textAt("/robots.txt").split("\n")).toEqual([
    "User-agent: *",
    "Allow: /",
    "Disallow: /api/",
    `Sitemap: ${SITE}/sitemap.xml`,
    "",
  ]);
  expect(listed.map(([, url]) => url).sort()).toEqual(PUBLIC.map((path) => SITE + path).sort());
});
