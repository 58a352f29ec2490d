/** The HTML of each page has its whole content, in order, before any script runs (NAV-09.1). */
import { brotliCompressSync } from "node:zlib";
import { placeholders as madeUp } from "@market/company.json";
import { expect, test } from "vitest";
import { notIncluded } from "#business/terms.ts";
import { legalDocuments, repeatedUnderTerms } from "#content/legal/documents.ts";
import { faqGroups } from "#texts/faq.ts";
import {
  all,
  attributes,
  fileAt,
  mainText,
  notFound,
  type Page,
  pageAt,
  pages,
  publicPages,
  squeezed,
} from "./pages.ts";

// Compressed: about a first round trip.
const MOST_HTML_BYTES = 16_000;
const MOST_HTML_AND_CSS_BYTES = 24_600; // the hashes in file names alone make up to 60 bytes of difference
const WITHOUT_A_PRICE = /^\/(legal\/(privacy|terms|photo-review-policy)|terms\/photo-review)$/;
const cities = publicPages.filter(({ path }) => path.startsWith("/tx/"));
const texts = [
  ...legalDocuments.map((document) => [document.path, document] as const),
  ...Object.entries(repeatedUnderTerms).map(([name, one]) => [`/terms/${name}`, one] as const),
];

// The server compresses a page when it fills it.
function compressedBytes(path: string): number {
  const file = fileAt(path);
  return file ? (fileAt(`${path}.br`) ?? brotliCompressSync(file)).length : 0;
}

// Those of `ids` that the page has, in document order.
const inOrder = (page: Page, ids: readonly string[]) =>
  attributes(page, "main [id]", "id").filter((id) => ids.includes(id));

test.each(publicPages)(
  "NAV-09.1 $path has its heading, ways on and a price before any script",
  (page) => {
    const headings = all(page, "h1");

    expect(headings).toHaveLength(1);
    expect(headings[0]?.closest("[hidden], template, noscript")).toBeNull();
    expect(all(page, "main a[href]").length).toBeGreaterThan(0);
    expect(WITHOUT_A_PRICE.test(page.path) || /\$\d{1,3}(,\d{3})*/.test(mainText(page))).toBe(true);
  },
);

test("while its facts are made up, each page of visitors calls the company a sample", () => {
  const ribbons = [...pages, notFound].map((page) => [
    page.path,
    squeezed(page.document.querySelector("body > .sample-ribbon")?.textContent),
  ]);
  const isMadeUp = madeUp.length > 0;
  const wrong = ribbons.filter(
    ([path, text = ""]) =>
      text.startsWith("Sample company: ") !== (isMadeUp && !path?.startsWith("/staff")),
  );

  expect(wrong).toEqual([]);
});

test.each([...publicPages, pageAt("/installation-wizard")])(
  "the HTML of $path comes with the first answer",
  ({ path }) => {
    const bytes = compressedBytes(path === "/" ? "/index.html" : `${path}.html`);

    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST_HTML_BYTES);
  },
);

test.each(publicPages)("$path and its stylesheets are light", (page) => {
  const files = attributes(page, "link[rel=stylesheet]", "href");
  const sizes = [page.path === "/" ? "/index.html" : `${page.path}.html`, ...files].map(
    compressedBytes,
  );

  expect(files.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes.reduce((all, one) => all + one)).toBeLessThanOrEqual(MOST_HTML_AND_CSS_BYTES);
});

// React's server would swap late content in by an inline script, which the content policy blocks:
// a Suspense boundary beside other content (src/app/app.tsx), or a part not loaded before.
test.each(pages)("$path holds no content that comes late", ({ html }) => {
  for (const sign of ["$RC", 'id="B:', "<!--$!-->"]) expect(html).not.toContain(sign);
});

const OFFERS = /^\/(order|generator-config|system-recommendation)?$|^\/tx\//;

test.each(pages.filter(({ path }) => OFFERS.test(path)))(
  "PRICE-02.1 $path says what the price does not include",
  (page) => {
    for (const { name } of notIncluded.filter(({ is_common }) => is_common))
      expect(mainText(page).toLowerCase()).toContain(name.toLowerCase());
  },
);

test("HOME-01.1 HOME-01.2 the sections of the home page in the order of the specification", () => {
  const home = pageAt("/");
  const sections = ["quote", "gallery", "benefits", "how-it-works", "roi-value", "pricing"];
  const more = ["stories", "contact", "quick-answer", "faq"];

  expect(inOrder(home, [...sections, ...more])).toEqual([...sections, ...more]);
  expect(inOrder(home, ["value", "pricing-clarity"])).toEqual(["value", "pricing-clarity"]);
  expect(all(home, "main ~ footer")).toHaveLength(1);
});

test.each(cities)(
  "CITY-01.3 $path has each section, in order; Houston alone has the coverage section",
  (page) => {
    const sections = ["quote", "gallery", "how-it-works", "pricing", "faq"];
    const links = all(page, "main a[href]").map(({ textContent }) => squeezed(textContent));

    expect(inOrder(page, sections)).toEqual(sections);
    expect(inOrder(page, ["coverage-section"])).toHaveLength(
      page.path.includes("/houston/") ? 1 : 0,
    );
    expect(links).toContain("Help me measure");
  },
);

test.each(texts)(
  "LEGAL-01.3 NAV-09.1 %s is the whole text with its version and date, and needs no script",
  (path, document) => {
    const page = pageAt(path);
    const ids = document.clauses.map(({ id }) => id);

    expect(inOrder(page, ids)).toEqual(ids);
    expect(mainText(page)).toContain(document.name);
    if (document.version) expect(mainText(page)).toContain(`Version ${document.version}`);
    expect(mainText(page)).toContain(document.dated.word);
    expect(all(page, "main script, main astro-island")).toEqual([]);
    for (const { title, text } of document.clauses)
      for (const sentence of [title, ...text.filter((passage) => typeof passage === "string")])
        expect(mainText(page)).toContain(sentence);
  },
);

test("NAV-09.1 every question stands on its page with its answer", () => {
  const page = pageAt("/faq");
  const questions = faqGroups.flatMap((group) => group.questions);

  expect(questions.length).toBeGreaterThan(10);
  for (const { id, question, answer } of questions) {
    const text = squeezed(page.document.getElementById(id)?.textContent);
    for (const sentence of [question, ...answer.filter((passage) => typeof passage === "string")])
      expect(text).toContain(sentence);
  }
});

test("NAV-01.3 the page for any other path says so and leads home", () => {
  expect(mainText(notFound)).toContain("Oops! Page not found");
  expect(attributes(notFound, "main a", "href")).toContain("/");
});
