/** Pages that search engines may list, with their canonical URLs and link preview pictures. */
import { metro } from "@market/company.json";
import { limitsInWords } from "#business/terms.ts";
import { cities } from "#content/cities/cities.ts";
import { legalDocuments } from "#content/legal/documents.ts";
import { isCityPage, paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";

export const publicPaths: readonly string[] = [
  paths.home,
  ...cities.map(({ slug }) => paths.city(slug)),
  paths.generatorConfig,
  paths.distanceHelper,
  paths.faq,
  paths.outages,
  paths.gasCheck,
  paths.reviews,
  ...legalDocuments.map(({ path }) => path),
];

export type LinkPicture = { name: string; title: string; note: string };

/** Texts short enough to be read on a thumbnail of the 1200×630 picture. */
export const linkPictures: readonly LinkPicture[] = [
  {
    name: "home",
    title: m.link_picture_home_title(),
    note: m.link_picture_home_note({ metro }),
  },
  {
    name: "recommendation",
    title: m.link_picture_recommendation_title(),
    note: m.link_picture_recommendation_note(),
  },
  {
    name: "distance",
    title: m.distance_page_title(),
    note: m.link_picture_distance_note({ limits: limitsInWords }),
  },
  {
    name: "faq",
    title: m.link_picture_faq_title(),
    note: m.link_picture_faq_note(),
  },
  {
    name: "legal",
    title: m.link_picture_legal_title(),
    note: m.link_picture_legal_note(),
  },
  ...cities.map(({ slug, name }) => ({
    name: slug,
    title: m.link_picture_city_title({ city: name }),
    note: m.link_picture_city_note(),
  })),
];

/** Path of the page's link preview picture; the home page's when the page has none. */
export function linkPictureOf(path: string): string {
  const [, first = "", city = ""] = path.split("/");
  const name = isCityPage(path) ? city : (GROUPS[`/${first}`] ?? "home");
  return `/og/${name}.jpg`;
}

const GROUPS: Record<string, string> = {
  "/legal": "legal",
  "/terms": "legal",
  [paths.faq]: "faq",
  [paths.distanceHelper]: "distance",
  [paths.generatorConfig]: "recommendation",
  [paths.recommendation]: "recommendation",
};
