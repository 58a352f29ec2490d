import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import type { Picture } from "#lib/pictures.ts";
import { Gallery } from "#site/gallery/gallery.tsx";
import { hrefOf } from "#test-support.ts";
import { CityCoverage, CityHero, CityTrust, LocalNotes } from "./city-sections.tsx";

const PICTURE: Picture = { sources: [], src: "/house.jpg", width: 16, height: 9 };
const [houston, woodlands] = cities;
if (!houston || !woodlands) throw new Error("No cities");
const facts = {
  zipCodes: ["77380", "77381", "77382"],
  permitFeeCents: 150_00,
  miles: 10,
  nearby: [houston],
};

test("the hero names the city and its price, and takes an address", () => {
  render(
    <CityHero city={woodlands} picture={PICTURE}>
      <input aria-label="Address" />
    </CityHero>,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Home Generator Installation in The Woodlands",
  );
  expect(screen.getByText("$4,990")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Address" })).toBeTruthy();
});

test("the city's own facts: ZIP codes, permit fee, offices, distance", () => {
  render(
    <>
      <CityTrust city={woodlands} facts={facts} />
      <LocalNotes city={woodlands} facts={facts} />
    </>,
  );
  const sheet = within(screen.getByRole("complementary", { name: "At a glance" }));

  expect(hrefOf("Outages in and around The Woodlands, with sources")).toBe("/outages");
  expect(screen.getByText("3 ZIP codes")).toBeTruthy();
  expect(sheet.getByText("$150")).toBeTruthy();
  expect(sheet.getByText("Township design review, and the county")).toBeTruthy();
  expect(sheet.getByText(/About 10 miles/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "A township, not a city" })).toBeTruthy();
});

test("NAV-09.1 coverage needs no script: the ZIP codes, cities close by, the map of all", () => {
  render(<CityCoverage city={woodlands} facts={facts} />);

  for (const zipCode of facts.zipCodes) expect(screen.getByText(zipCode)).toBeTruthy();
  expect(hrefOf("Houston")).toBe("/tx/houston/home-generator-installation");
  expect(hrefOf(/on a map/)).toBe("/tx/houston/home-generator-installation#coverage-section");
});

test("each picture of the gallery is told in words that promise no compliance", () => {
  render(<Gallery pictures={Array.from({ length: 6 }, () => PICTURE)} />);

  expect(screen.getAllByRole("figure")).toHaveLength(6);
  for (const { alt } of screen.getAllByRole<HTMLImageElement>("img")) {
    expect(alt.length).toBeGreaterThan(40);
    expect(alt).not.toMatch(/code|compliant|approved|inspected|permit/i);
  }
  expect(screen.getByRole("region", { name: "Pictures of an installation" }).tabIndex).toBe(0);
});
