import { type APIRequestContext, type APIResponse, expect, test } from "@playwright/test";
import { builtPages, isNoindex } from "./pages.ts";

/** What every page that is served has in its head and its headers, as the real server sends them. */

const PAGE_POLICY = /<meta http-equiv="content-security-policy" content="[^"]*sha256-/;

/** A text that also stands under a second path names the first one as its own. */
const isCanonical = (html: string, path: string) =>
  /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html)?.[1] === path;

function expectSecurityHeaders(answer: APIResponse) {
  const headers = answer.headers();
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["referrer-policy"]).toBeTruthy();
  expect(headers["permissions-policy"]).toBeTruthy();
}

/** As a search engine finds them: robots.txt names a sitemap, which may name others. */
async function pagesInSitemaps(request: APIRequestContext): Promise<string[]> {
  const robots = await (await request.get("/robots.txt")).text();
  const named = [...robots.matchAll(/^Sitemap: https?:\/\/[^/]+(\S+)$/gm)].map(
    ([, path]) => path ?? "",
  );
  const listed: string[] = [];
  for (const sitemap of named) {
    const xml = await (await request.get(sitemap)).text();
    for (const [, path] of xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)) {
      if (path?.endsWith(".xml")) named.push(path);
      else listed.push(path || "/");
    }
  }
  expect(listed, "pages in the sitemaps that robots.txt names").not.toHaveLength(0);
  return listed;
}

test("NAV-09 every page is complete before a script runs and guards itself", async ({
  request,
}) => {
  for (const path of builtPages) {
    const answer = await request.get(path);
    const html = await answer.text();

    expect(answer.status(), path).toBe(200);
    expectSecurityHeaders(answer);
    expect(answer.headers()["content-encoding"], path).toBe("br");
    expect(/<title>[^<]{5,}<\/title>/.test(html), `${path} has a title`).toBe(true);
    expect(PAGE_POLICY.test(html), `${path} has a policy`).toBe(true);
    expect(isNoindex(html) || /<h1[\s>]/.test(html), `${path} has a heading`).toBe(true);
  }
});

test("NAV-07 NAV-09 pages for everybody have a canonical address and stand in the sitemap, a visitor's own do not", async ({
  request,
}) => {
  const listed = await pagesInSitemaps(request);

  for (const path of builtPages) {
    const answer = await request.get(path);
    const html = await answer.text();

    expect(listed.includes(path), `${path} in the sitemap`).toBe(
      !isNoindex(html) && isCanonical(html, path),
    );
    if (isNoindex(html)) {
      expect(answer.headers()["x-robots-tag"], path).toBe("noindex");
      expect(answer.headers()["referrer-policy"], path).toBe("no-referrer");
    } else {
      expect(html.includes('rel="canonical"'), `${path} has a canonical address`).toBe(true);
    }
  }
});

test("NAV-01 any other path is the 404 page, with its status", async ({ request }) => {
  const answer = await request.get("/no-such-page");

  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("Oops! Page not found");
  expectSecurityHeaders(answer);
});

test("NAV-01 a page has one address: other spellings move to it", async ({ request }) => {
  const answer = await request.get("/faq/?from=mail", { maxRedirects: 0 });

  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe("/faq?from=mail");
});

test("RUN-03 health and readiness answer; TRACE does not", async ({ request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  expect((await request.get("/readyz")).status()).toBe(200);
  expect((await request.head("/")).status()).toBe(200);
  expect((await request.fetch("/", { method: "TRACE" })).status()).toBe(405);
});
