import { expect, test, vi } from "vitest";
import { builtRegions } from "./built-regions.ts";
import { allowGoogleMap } from "./google-map-policy.ts";

test("COVMAP-02.1 the ten regions of the specification", () => {
  expect(builtRegions.map(({ name }) => name)).toEqual([
    "Central Houston",
    "Galleria/Uptown",
    "Galveston & Bay Area",
    "Northeast",
    "Northwest",
    "South Houston",
    "Southeast",
    "Southwest",
    "Sugar Land Area",
    "West Houston",
  ]);
});

test("115 ZIP codes or more, each in one region", () => {
  const all = builtRegions.flatMap(({ zipCodes }) => zipCodes);

  expect(all.length).toBeGreaterThanOrEqual(115);
  expect(new Set(all).size).toBe(all.length);
});

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
