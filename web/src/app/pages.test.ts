import { expect, test, vi } from "vitest";
import { areas } from "./areas.ts";
import { allowUploads, pages } from "./pages.ts";

test("every path of the application is prerendered, and nothing else", () => {
  const paths = areas.flatMap(({ paths }) => paths).filter((path) => !path.endsWith("*"));

  expect(pages.map(({ path }) => path)).toEqual(paths);
});

const policy = () => ({ insertDirective: vi.fn(), insertScriptResource: vi.fn() });

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
