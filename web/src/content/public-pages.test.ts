import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import { paths } from "#lib/paths.ts";
import { linkPictureOf, linkPictures, publicPaths } from "./public-pages.ts";

test("NAV-09.2 search engines get the canonical public pages, each once", () => {
  expect(new Set(publicPaths).size).toBe(publicPaths.length);
  expect(publicPaths).toContain("/");
  expect(publicPaths).toContain("/faq");
  expect(publicPaths).toContain("/legal/privacy");
  for (const { slug } of cities) expect(publicPaths).toContain(paths.city(slug));
});

test("NAV-09.3 no page of one visitor's booking and no second copy of a legal text", () => {
  const booking = Object.values(paths.wizard);

  for (const path of publicPaths) {
    expect(path).not.toMatch(/^\/(terms|visit-payment|order-payment|system-recommendation)/);
    expect(booking).not.toContain(path);
  }
});

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
