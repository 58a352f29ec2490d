import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plainText } from "#content/passage.ts";
import { type City, cities } from "./cities.ts";
import { coveredPlaces, milesFromServiceCenter, nearestCities, zipCodesOf } from "./places.ts";

const places = coveredPlaces(readFileSync("../market/houston/coverage_zip_codes.csv", "utf8"));

const cityOf = (slug: string): City => {
  const named = cities.find((city) => city.slug === slug);
  if (!named) throw new Error(`No city ${slug}`);
  return named;
};

const ownWords = (city: City): string =>
  [
    city.description,
    city.lead,
    ...city.notes.flatMap(({ title, text }) => [title, text]),
    ...city.questions.flatMap(({ question, answer }) => [question, plainText(answer)]),
  ].join(" ");

const RUN = 4; // consecutive words that count as a phrase

function phrases(city: City): Set<string> {
  const words = ownWords(city)
    .toLowerCase()
    .replaceAll(city.name.toLowerCase(), "")
    .match(/[a-z0-9’]+/g);
  return new Set(words?.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" ")));
}

test("no city's text is another's with the name changed", () => {
  const cityPhrases = cities.map((city) => ({ city, said: phrases(city) }));
  for (const { city, said } of cityPhrases) {
    for (const other of cityPhrases) {
      if (other.city === city) continue;
      const shared = [...said].filter((phrase) => other.said.has(phrase)).length / said.size;
      expect(shared, `${city.slug} and ${other.city.slug}`).toBeLessThan(0.06);
    }
  }
});

test.each(cities.map((city) => [city.slug, city] as const))(
  "%s says who permits, who delivers, where water goes, and answers four questions",
  (_, city) => {
    expect(city.notes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["permit", "utility", "water"]),
    );
    expect(new Set(city.notes.map(({ id }) => id)).size).toBe(city.notes.length);
    expect(city.questions).toHaveLength(4);
    expect(zipCodesOf(places, city).length).toBeGreaterThan(0);
  },
);

test("ZIP codes come from the starting data, those named in a city's words too", () => {
  const covered = new Set(places.map(({ zipCode }) => zipCode));
  for (const city of cities) {
    for (const zipCode of ownWords(city).match(/\b77\d{3}\b/g) ?? [])
      expect(covered, `${zipCode} in ${city.slug}`).toContain(zipCode);
  }

  expect(zipCodesOf(places, cityOf("katy"))).toEqual(["77449", "77450", "77493", "77494"]);
  expect(zipCodesOf(places, cityOf("houston")).length).toBeGreaterThan(90);
});

test("miles from the service center, and the cities close by", () => {
  expect(milesFromServiceCenter(places, cityOf("katy"))).toBe(33);
  expect(milesFromServiceCenter(places, cityOf("spring"))).toBeLessThan(10);
  expect(nearestCities(places, cityOf("spring"), cities).map(({ slug }) => slug)).toContain(
    "the-woodlands",
  );
});

test("the font draws every letter", () => {
  for (const city of cities) {
    expect(JSON.stringify(city)).toMatch(/^[\u0020-\u007eáéíóúñüÁÉÍÓÚÑ¿¡\u00a0©®°·×–—‘’“”…•−]*$/u);
  }
});
