import { beforeEach, expect, test, vi } from "vitest";
import { allowAdsTag } from "./ads-policy.ts";

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

const policy = () => ({ insertDirective: vi.fn(), insertScriptResource: vi.fn() });

test("a tag's id lets in the tag and what it tells; without one nothing foreign comes in", () => {
  const [without, withTag] = [policy(), policy()];

  allowAdsTag(without, "");
  allowAdsTag(withTag, "AW-1");

  for (const insert of Object.values(without)) expect(insert).not.toHaveBeenCalled();
  expect(withTag.insertScriptResource.mock.calls.flat()).toEqual([
    "'self'",
    "https://www.googletagmanager.com",
    "https://googleads.g.doubleclick.net",
    "https://www.googleadservices.com",
  ]);
  expect(withTag.insertDirective.mock.calls.flat().map((text) => text.split(" https:")[0])).toEqual(
    ["connect-src", "img-src", "frame-src"],
  );
});
