import { expect, test, vi } from "vitest";
import { allowUploads } from "./upload-policy.ts";

test("the page may read a chosen video, and talks to a store that takes uploads, if any", () => {
  const store = "https://bucket.s3.us-east-1.amazonaws.com";
  const allowed = (at: string) => {
    const policy = { insertDirective: vi.fn() };
    allowUploads(policy, at);
    return policy.insertDirective.mock.calls.flat();
  };

  expect(allowed("")).toEqual(["media-src 'self' blob:"]);
  expect(allowed(store)).toContain(`connect-src ${store}`);
});
