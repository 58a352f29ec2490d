import { beforeEach, expect, test, vi } from "vitest";

const tags = () => document.head.querySelectorAll("script[src*='googletagmanager']");

/** Each test is a page of its own: the tag is loaded once per page. */
async function freshPage() {
  vi.resetModules();
  document.head.innerHTML = "";
  return (await import("./ads-tag.ts")).loadAdsTagOnce;
}

beforeEach(() => vi.unstubAllGlobals());

test("VPS-01.6 the ads tag is loaded once", async () => {
  const loadAdsTagOnce = await freshPage();

  loadAdsTagOnce("AW-1");
  loadAdsTagOnce("AW-1");

  expect(tags()).toHaveLength(1);
  expect(tags()[0]?.getAttribute("src")).toBe("https://www.googletagmanager.com/gtag/js?id=AW-1");
});

test("without an id there is no tag", async () => {
  const loadAdsTagOnce = await freshPage();

  loadAdsTagOnce();

  expect(tags()).toHaveLength(0);
});

test("Global Privacy Control is respected", async () => {
  const loadAdsTagOnce = await freshPage();
  vi.stubGlobal("navigator", { globalPrivacyControl: true });

  loadAdsTagOnce("AW-1");

  expect(tags()).toHaveLength(0);
});
