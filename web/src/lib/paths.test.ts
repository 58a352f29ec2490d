import { expect, test } from "vitest";
import { pathOf } from "#lib/paths.ts";

test.each([
  ["/index.html", "/"],
  ["/", "/"],
  ["/faq.html", "/faq"],
  ["/legal/privacy", "/legal/privacy"],
  ["/tx/katy/", "/tx/katy"],
])("the file %s is seen at %s", (file, path) => {
  expect(pathOf(file)).toBe(path);
});
