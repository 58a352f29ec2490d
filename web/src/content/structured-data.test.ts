import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import { cityData, type Thing } from "./structured-data.ts";

const SITE = "https://standby.example/";

const typesOf = (item: Thing) => [item["@type"]].flat();
const written = (items: Thing[]): Thing[] => JSON.parse(JSON.stringify(items));

test("breadcrumbs count from one and end at the city", () => {
  const [katy] = cities.filter(({ slug }) => slug === "katy");
  const breadcrumbs = written(katy ? cityData(katy, [], SITE) : []).find((item) =>
    typesOf(item).includes("BreadcrumbList"),
  );

  expect(breadcrumbs?.itemListElement).toMatchObject([
    { position: 1, item: SITE },
    { position: 2, name: "Katy", item: `${SITE}tx/katy/home-generator-installation` },
  ]);
});

test("nothing in it can end its script element early", () => {
  for (const city of cities) expect(JSON.stringify(cityData(city, [], SITE))).not.toContain("</");
});
