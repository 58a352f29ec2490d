import { expect, test, vi } from "vitest";
import { allowGoogleMap } from "./google-map-policy.ts";

const policy = () => ({
  insertDirective: vi.fn(),
  insertScriptResource: vi.fn(),
  insertStyleResource: vi.fn(),
});

test("only pages built for Google let in its script, its pictures and its inline styles", () => {
  const [without, given] = [policy(), policy()];

  allowGoogleMap(without, false);
  allowGoogleMap(given, true);

  for (const insert of Object.values(without)) expect(insert).not.toHaveBeenCalled();
  expect(given.insertScriptResource.mock.calls.flat()).toEqual([
    "'self'",
    "https://maps.googleapis.com",
  ]);
  expect(given.insertStyleResource.mock.calls.flat()).toContainEqual({
    resource: "'unsafe-inline'",
    kind: "element",
  });
  expect(given.insertDirective.mock.calls.flat().join()).toContain("img-src https://*.googleapis");
});
