import { expect, test, vi } from "vitest";
import { allowGoogleMap } from "./google-map-policy.ts";

const policy = () => ({
  insertDirective: vi.fn(),
  insertScriptResource: vi.fn(),
  insertStyleResource: vi.fn(),
});

test("only pages built for Google let in its script, its pictures and its inline styles", () => {
  const [without, withKey] = [policy(), policy()];

  allowGoogleMap(without, false);
  allowGoogleMap(withKey, true);

  for (const insert of Object.values(without)) expect(insert).not.toHaveBeenCalled();
  expect(withKey.insertScriptResource.mock.calls.flat()).toEqual([
    "'self'",
    "https://maps.googleapis.com",
  ]);
  expect(withKey.insertStyleResource.mock.calls.flat()).toContainEqual({
    resource: "'unsafe-inline'",
    kind: "element",
  });
  expect(withKey.insertDirective.mock.calls.flat().join()).toContain(
    "img-src https://*.googleapis",
  );
});
