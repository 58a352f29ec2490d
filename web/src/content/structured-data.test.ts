import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import { businessData, cityData, type Thing } from "./structured-data.ts";

const SITE = "https://standby.example/";

const REQUIRED: Record<string, string[]> = {
  Organization: ["name", "url", "logo", "telephone"],
  WebSite: ["name", "url", "publisher"],
  LocalBusiness: ["name", "address", "telephone", "image", "areaServed", "priceRange"],
  Service: ["name", "provider", "areaServed", "offers", "serviceType"],
  FAQPage: ["mainEntity"],
  BreadcrumbList: ["itemListElement"],
};

const typesOf = (thing: Thing) => [thing["@type"]].flat();
const written = (things: Thing[]): Thing[] => JSON.parse(JSON.stringify(things));

function expectRequired(things: Thing[]) {
  for (const thing of things) {
    expect(thing["@context"]).toBe("https://schema.org");
    const required = typesOf(thing).flatMap((type) => REQUIRED[type] ?? []);
    for (const property of required) expect(thing, property).toHaveProperty(property);
  }
}

test("the business, its organization, its site and its service", () => {
  const things = written(businessData(SITE));

  expect(things.flatMap(typesOf)).toEqual(
    expect.arrayContaining(["LocalBusiness", "Service", "WebSite", "Organization"]),
  );
  expectRequired(things);
});

test.each(cities.map((city) => [city.slug, city] as const))(
  "NAV-07.3 %s: all six kinds, with what each must have",
  (slug, city) => {
    const things = written(cityData(city, ["77449"], SITE));

    expect(things.flatMap(typesOf)).toEqual(expect.arrayContaining(Object.keys(REQUIRED)));
    expectRequired(things);
    expect(things.find((thing) => typesOf(thing).includes("FAQPage"))?.mainEntity).toHaveLength(4);
    expect(things.find((thing) => typesOf(thing).includes("Service"))?.url).toBe(
      `${SITE}tx/${slug}/home-generator-installation`,
    );
  },
);

test("breadcrumbs count from one and end at the city", () => {
  const [katy] = cities.filter(({ slug }) => slug === "katy");
  const trail = written(katy ? cityData(katy, [], SITE) : []).find((thing) =>
    typesOf(thing).includes("BreadcrumbList"),
  );

  expect(trail?.itemListElement).toMatchObject([
    { position: 1, item: SITE },
    { position: 2, name: "Katy", item: `${SITE}tx/katy/home-generator-installation` },
  ]);
});

test("nothing in it can end its script element early", () => {
  for (const city of cities) expect(JSON.stringify(cityData(city, [], SITE))).not.toContain("</");
});
