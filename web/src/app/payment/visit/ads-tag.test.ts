import { beforeEach, expect, test, vi } from "vitest";

const tags = () => document.head.querySelectorAll("script[src*='googletagmanager']");

// The tag is loaded once per page, so each test needs fresh modules.
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

test.each([
  ["without an id", false, undefined],
  ["where Global Privacy Control is set", true, "AW-1"],
])("%s there is no tag", async (_, globalPrivacyControl, id) => {
  const loadAdsTagOnce = await freshPage();
  vi.stubGlobal("navigator", { globalPrivacyControl });

  loadAdsTagOnce(id);

  expect(tags()).toHaveLength(0);
});
