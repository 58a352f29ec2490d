/** Structured data parses and has the properties search engines require (NAV-07.3).
 *
 * Required properties: developers.google.com/search/docs/appearance/structured-data
 */
import { expect, test } from "vitest";
import { all, pages } from "./pages.ts";

type Item = { "@type": string | string[]; [property: string]: unknown };

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
  const scripts = all(page, "script[type='application/ld+json']");
  const items = scripts.flatMap(({ textContent }) => JSON.parse(textContent) as Item | Item[]);
  const promised = PROMISED.find(([pattern]) => pattern.test(page.path))?.[1] ?? [];

  expect(items.flatMap((item) => item["@type"])).toEqual(expect.arrayContaining(promised));
  expect(items.filter((item) => item["@context"] !== "https://schema.org")).toEqual([]);
  expect(items.flatMap(missing)).toEqual([]);
});

// Required properties that an item, or an item nested in it, lacks.
function missing(item: unknown): string[] {
  if (Array.isArray(item)) return item.flatMap(missing);
  if (typeof item !== "object" || item === null) return [];
  const { "@type": type, ...properties } = item as Item;
  const isReference = Object.keys(properties).join() === "@id";
  const required = isReference ? [] : [type].flat().flatMap((one) => REQUIRED[one] ?? []);
  const absent = required.filter((property) => !properties[property]);
  return [
    ...absent.map((one) => `${type} without ${one}`),
    ...Object.values(properties).flatMap(missing),
  ];
}
