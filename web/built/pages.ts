/** The built pages of dist, parsed without a browser and without running scripts. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { type BrowserWindow, Window } from "happy-dom";
import { builtPages, DIST } from "../e2e/pages.ts";

const nothing = {
  beforeAsyncRequest: async ({ window }: { window: BrowserWindow }) => new window.Response(),
};
const parser = new new Window({
  url: "http://built.example",
  settings: { fetch: { interceptor: nothing } }, // answers a page's preloads
}).DOMParser();

export type Page = { path: string; html: string; document: Document; isPublic: boolean };

/** A built file by its URL path, or null. */
export function fileAt(path: string): Buffer | null {
  const file = DIST + decodeURIComponent(path);
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null;
}

export const textAt = (path: string): string => String(fileAt(path) ?? "");

function read(path: string): Page {
  const html = textAt(path === "/" ? "/index.html" : `${path}.html`);
  const document = parser.parseFromString(html, "text/html") as unknown as Document;
  const robots = document.querySelector("meta[name=robots]")?.getAttribute("content");
  return { path, html, document, isPublic: robots !== "noindex" };
}

/** Every page with its own URL; 404.html is served for all others. */
export const pages: readonly Page[] = builtPages.map(read);
export const notFound: Page = read("/404");
/** Pages that search engines may index. */
export const publicPages = pages.filter(({ isPublic }) => isPublic);

export function pageAt(path: string): Page {
  const page = pages.find((each) => each.path === path);
  if (!page) throw new Error(`No page was built for ${path}`);
  return page;
}

export const all = ({ document }: Page, selector: string): Element[] => [
  ...document.querySelectorAll(selector),
];
export const attributes = (page: Page, selector: string, name: string): string[] =>
  all(page, selector).map((element) => element.getAttribute(name) ?? "");
export const squeezed = (text: string | null | undefined): string =>
  (text ?? "").replaceAll(/\s+/g, " ").trim();
export const mainText = ({ document }: Page): string =>
  squeezed(document.querySelector("main")?.textContent);
