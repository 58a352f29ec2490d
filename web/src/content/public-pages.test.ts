import { expect, test } from "vitest";
import { cities } from "#content/cities/cities.ts";
import { linkPictureOf, linkPictures, publicPaths } from "./public-pages.ts";

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
