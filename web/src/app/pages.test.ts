import { expect, test, vi } from "vitest";
import { areas } from "./areas.ts";
import { allowAdsTag, allowUploads, pages } from "./pages.ts";

test("every path of the application is prerendered, and nothing else", () => {
  const paths = areas.flatMap(({ paths }) => paths).filter((path) => !path.endsWith("*"));

  expect(pages.map(({ path }) => path)).toEqual(paths);
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

test("the photo page may read a chosen video, and talks to a store that takes uploads, if any", () => {
  const store = "https://bucket.s3.us-east-1.amazonaws.com";
  const allowed = (at: string) => {
    const changed = policy();
    allowUploads(changed, at);
    return changed.insertDirective.mock.calls.flat();
  };

  expect(allowed("")).toEqual(["media-src 'self' blob:"]);
  expect(allowed(store)).toContain(`connect-src ${store}`);
});
