import { expect, test, vi } from "vitest";
import { allowAdsTag } from "./ads-policy.ts";

const policy = () => ({ insertDirective: vi.fn(), insertScriptResource: vi.fn() });

test("without a tag's id the page lets nothing foreign in", () => {
  const given = policy();

  allowAdsTag(given, "");

  expect(given.insertDirective).not.toHaveBeenCalled();
  expect(given.insertScriptResource).not.toHaveBeenCalled();
});

test("with one it lets in the tag and what the tag tells, and keeps its own scripts", () => {
  const given = policy();

  allowAdsTag(given, "AW-1");

  expect(given.insertScriptResource.mock.calls.flat()).toEqual([
    "'self'",
    "https://www.googletagmanager.com",
    "https://googleads.g.doubleclick.net",
    "https://www.googleadservices.com",
  ]);
  for (const [directive] of given.insertDirective.mock.calls)
    expect(directive).toMatch(/^(connect|img|frame)-src https:/);
});
