import { expect, test, vi } from "vitest";
import { allowAdsTag } from "./ads-policy.ts";

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
