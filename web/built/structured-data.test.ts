/** Structured data can be read and say what search engines ask for (NAV-07.3).
 *
 * What each must have: developers.google.com/search/docs/appearance/structured-data
 */
import { expect, test } from "vitest";
import { all, pages } from "./pages.ts";

type Thing = { "@type": string | string[]; [property: string]: unknown };

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

test.each(pages)("NAV-07.3 NAV-07.4 the structured data of $path are whole", (page) => {
  const told = all(page, "script[type='application/ld+json']");
  const things = told.flatMap(({ textContent }) => JSON.parse(textContent) as Thing | Thing[]);
  const promised = PROMISED.find(([pattern]) => pattern.test(page.path))?.[1] ?? [];

  expect(things.flatMap((thing) => thing["@type"])).toEqual(expect.arrayContaining(promised));
  expect(things.filter((thing) => thing["@context"] !== "https://schema.org")).toEqual([]);
  expect(things.flatMap(missing)).toEqual([]);
});

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
