/** The coverage map as a visitor uses it: near, drawn, pressed; and Google's, where the operator has a key. */
import { expect, type Page, test } from "@playwright/test";

/** As the build saw it: GOOGLE_BROWSER_KEY in the environment of `make build`. */
const IS_FOR_GOOGLE = Boolean(process.env.GOOGLE_BROWSER_KEY);
const HOUSTON = "/tx/houston/home-generator-installation";
const GOOGLE = `
  class Listens { addListener() {} }
  class Data extends Listens { addGeoJson() {} setStyle() {} revertStyle() {} }
  class GoogleMap extends Listens {
    constructor(host) { super(); this.data = new Data(); host.textContent = "Google's map"; }
  }
  const style = document.createElement("style");
  style.textContent = ".gm-style { color: inherit }";
  document.head.append(style);
  globalThis.google = { maps: { Map: GoogleMap, InfoWindow: Listens } };
  globalThis.onCoverageMapsReady();
`;

async function comeToMap(page: Page) {
  await page.goto(HOUSTON);
  const map = page.locator("#coverage-map");
  await map.evaluate((place) => place.scrollIntoView({ block: "center" }));
  return map;
}

test("COVMAP-01 a press on an area highlights it and opens its popup, one elsewhere clears", async ({
  page,
}) => {
  const map = await comeToMap(page);
  await expect(map.getByText(/^Loading the map/)).toHaveCount(0);
  const chosen = map.locator(".is-chosen");

  await map.click({ position: { x: 300, y: 240 } });
  await expect(chosen).toHaveCount(1);
  await expect(map.getByText("Check my address")).toBeVisible();

  await map.click({ position: { x: 40, y: 60 } });
  await expect(chosen).toHaveCount(0);
  await expect(map.getByText("Check my address")).toHaveCount(0);
});

test("COVMAP-01 by keyboard: a ZIP code of the list opens on the map, Escape there closes it", async ({
  page,
}) => {
  const map = await comeToMap(page);
  await expect(map.locator(".coverage-area")).not.toHaveCount(0);

  await page.getByRole("button", { name: "77002 on the map" }).press("Enter");
  await expect(map.locator(".is-chosen")).toHaveCount(1);

  await map.getByRole("link", { name: "Check my address" }).press("Escape");
  await expect(map.locator(".is-chosen")).toHaveCount(0);
});

test("COVMAP-01 built without Google, the page's policy names none of its hosts", async ({
  page,
}) => {
  test.skip(IS_FOR_GOOGLE, "these pages are built for Google");

  const html = await (await page.request.get(HOUSTON)).text();

  expect(html).not.toMatch(/googleapis|gstatic|unsafe-inline/);
});

test("COVMAP-01 built for Google, the page's policy lets its map in, inline styles too", async ({
  page,
}) => {
  test.skip(!IS_FOR_GOOGLE, "these pages are built without Google");
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.route("**/api/google-maps-key", (route) => route.fulfill({ json: { apiKey: "k" } }));
  await page.route("https://maps.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: GOOGLE }),
  );

  const map = await comeToMap(page);

  await expect(map.getByText("Google's map")).toBeVisible();
  expect(refused).toEqual([]);
});
