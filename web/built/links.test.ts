/** Every link target and every loaded file of a page exists. */
import { expect, test } from "vitest";
import { all, attributes, fileAt, notFound, type Page, pages } from "./pages.ts";

const byPath = new Map(pages.map((page) => [page.path, page]));
const rows = [...pages, notFound].map((page) => [page.path, page] as const);

test.each(rows)("no link of %s leads nowhere, and all that it loads was built", (path, page) => {
  const links = attributes(page, "a[href]", "href").filter((href) => /^[/#?]/.test(href));
  const broken = links.filter((link) => {
    const { pathname, hash } = new URL(link, `http://site${path}`);
    const to = pathname === path ? page : byPath.get(pathname);
    const isThere = to !== undefined || fileAt(pathname) !== null;
    return !isThere || (to && hash && !to.document.getElementById(hash.slice(1)));
  });
  const loaded = addressesIn(page);

  expect(broken).toEqual([]);
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((address) => !address.startsWith("/") || !fileAt(address))).toEqual([]);
});

// Styles, scripts, images, videos, fonts, and the files islands load when they hydrate.
function addressesIn(page: Page): string[] {
  const single = ["src", "poster", "component-url", "renderer-url", "before-hydration-url"];
  const lists = attributes(page, "[srcset]", "srcset").flatMap((set) => set.split(","));
  return [
    ...single.flatMap((name) => attributes(page, `[${name}]`, name)),
    ...attributes(page, "link[href]:not([rel=canonical], [as=fetch])", "href"),
    ...lists.map((part) => part.trim().split(" ")[0] ?? ""),
    ...all(page, "[data-files]").flatMap((one) => one.getAttribute("data-files")?.split(" ") ?? []),
  ].filter((address) => address && !address.startsWith("data:"));
}
