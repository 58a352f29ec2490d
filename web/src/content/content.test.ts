import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import { wholeDollars } from "#lib/money.ts";
import { priceExample, startingPriceCents } from "./price-example.ts";
import { linkPictureOf, linkPictures, publicPaths } from "./public-pages.ts";
import { cityData, type Thing } from "./structured-data.ts";

test("NAV-07.2 every city has a picture for links, and titles that fit it", () => {
  const names = linkPictures.map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(["home", ...cities.map(({ slug }) => slug)]));
  for (const { title, note } of linkPictures) {
    expect(title.length).toBeLessThanOrEqual(36);
    expect(note.length).toBeLessThanOrEqual(48);
  }
});

test("a link shows the picture of its page or its group, and that picture is drawn", () => {
  const drawn = linkPictures.map(({ name }) => `/og/${name}.jpg`);

  expect(linkPictureOf("/tx/katy/home-generator-installation")).toBe("/og/katy.jpg");
  expect(linkPictureOf("/legal/privacy")).toBe("/og/legal.jpg");
  expect(linkPictureOf("/installation-wizard")).toBe("/og/home.jpg");
  for (const path of publicPaths) expect(drawn).toContain(linkPictureOf(path));
});

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

test("the example is the specification's, to the dollar", () => {
  expect(priceExample.lines.map(({ cents }) => wholeDollars(cents))).toEqual([
    "$4,990",
    "$6,979",
    "$575",
    "$150",
  ]);
  expect(wholeDollars(priceExample.totalCents)).toBe("$12,694");
});

test("HOME-02.1 installation starts at $4,990", () => {
  expect(wholeDollars(startingPriceCents)).toBe("$4,990");
});
