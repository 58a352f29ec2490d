import { expect, test, vi } from "vitest";
import { allowUploads } from "./upload-policy.ts";

const allowed = (store: string) => {
  const policy = { insertDirective: vi.fn() };
  allowUploads(policy, store);
  return policy.insertDirective.mock.calls.flat();
};

test("the page may read a chosen video, and talks to nobody else", () => {
  expect(allowed("")).toEqual(["media-src 'self' blob:"]);
});

test("with a store that takes uploads, to that store as well", () => {
  expect(allowed("https://bucket.s3.us-east-1.amazonaws.com")).toContain(
    "connect-src https://bucket.s3.us-east-1.amazonaws.com",
  );
});
