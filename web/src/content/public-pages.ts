/** Pages that search engines may list, with their canonical URLs and link preview pictures. */
import { limitsInWords } from "#business/terms.ts";
import { cities } from "#content/cities/cities.ts";
import { legalDocuments } from "#content/legal/documents.ts";
import { paths } from "#lib/paths.ts";

export const publicPaths: readonly string[] = [
  paths.home,
  ...cities.map(({ slug }) => paths.city(slug)),
  paths.generatorConfig,
  paths.distanceHelper,
  paths.faq,
  ...legalDocuments.map(({ path }) => path),
];

export type LinkPicture = { name: string; title: string; note: string };

/** Texts short enough to be read on a thumbnail of the 1200×630 picture. */
export const linkPictures: readonly LinkPicture[] = [
  {
    name: "home",
    title: "Home generator installation",
    note: "Greater Houston. One flat price, by distance.",
  },
  {
    name: "recommendation",
    title: "Which generator fits your home?",
    note: "From your electric bill to a first idea.",
  },
  {
    name: "distance",
    title: "Your distance sets your price",
    note: `Count your steps. ${limitsInWords} ft.`,
  },
  {
    name: "faq",
    title: "Generators: what people ask",
    note: "Price, permits, noise, fuel, warranty.",
  },
  {
    name: "legal",
    title: "The terms, in plain words",
    note: "Agreement, photo review, privacy, use.",
  },
  ...cities.map(({ slug, name }) => ({
    name: slug,
    title: `Home generators in ${name}`,
    note: "Installed at one flat price.",
  })),
];

/** Path of the page's link preview picture; the home page's when the page has none. */
export function linkPictureOf(path: string): string {
  const [, first = "", city = ""] = path.split("/");
  const name = first === "tx" ? city : (GROUPS[`/${first}`] ?? "home");
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
