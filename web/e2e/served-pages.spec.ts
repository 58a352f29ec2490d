import { readdirSync } from "node:fs";
import { type APIResponse, expect, test } from "@playwright/test";

/** What every page that is served has in its head and its headers, as the real server sends them. */

const DIST = `${import.meta.dirname}/../dist`;
const PAGES = readdirSync(DIST, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html") && file !== "404.html" && !file.startsWith("dev/"))
  .map((file) => `/${file.replace(/(^|\/)index\.html$/, "").replace(/\.html$/, "")}`)
  .sort();

const isNoindex = (html: string) => html.includes('name="robots" content="noindex');

function expectSecurityHeaders(answer: APIResponse) {
  const headers = answer.headers();
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["referrer-policy"]).toBeTruthy();
  expect(headers["permissions-policy"]).toBeTruthy();
}

test("NAV-09 every page is complete before a script runs and guards itself", async ({ request }) => {
  for (const path of PAGES) {
    const answer = await request.get(path);
    const html = await answer.text();

    expect(answer.status(), path).toBe(200);
    expectSecurityHeaders(answer);
    expect(answer.headers()["content-encoding"], path).toBe("br");
    expect(html, path).toMatch(/<title>[^<]{5,}<\/title>/);
    expect(html, path).toMatch(/<meta http-equiv="content-security-policy" content="[^"]*sha256-/);
    expect(html, path).toMatch(/<h1[\s>]/);
  }
});

test("NAV-07 NAV-09 pages for everybody have a canonical address and stand in the sitemap, a visitor's own do not", async ({
  request,
}) => {
  const sitemap = await (await request.get("/sitemap-0.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path || "/",
  );

  for (const path of PAGES) {
    const answer = await request.get(path);
    const html = await answer.text();

    expect(listed.includes(path), `${path} in the sitemap`).toBe(!isNoindex(html));
    if (isNoindex(html)) {
      expect(answer.headers()["x-robots-tag"], path).toBe("noindex");
      expect(answer.headers()["referrer-policy"], path).toBe("no-referrer");
    } else {
      expect(html, path).toContain('rel="canonical"');
    }
  }
  expect(await (await request.get("/robots.txt")).text()).toContain("Sitemap:");
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
  expect(answer.headers()["location"]).toBe("/faq?from=mail");
});

test("RUN-03 health and readiness answer; TRACE does not", async ({ request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  expect((await request.get("/readyz")).status()).toBe(200);
  expect((await request.head("/")).status()).toBe(200);
  expect((await request.fetch("/", { method: "TRACE" })).status()).toBe(405);
});
