/** The coverage map: zooming, choosing an area by pointer, and by keyboard. */
import { expect, test } from "./test.ts";

test("COVMAP-01.3 COVMAP-01.6 an area of the map and a ZIP code of the list open a popup; a press elsewhere and Escape close it; nobody zooms out farther", async ({
  page,
}) => {
  await page.goto("/tx/houston/home-generator-installation");
  const map = page.locator("#coverage-map");
  const chosen = map.locator(".is-chosen");
  const popup = map.getByText("Check my address");
  await map.evaluate((place) => place.scrollIntoView({ block: "center" }));
  await expect(map.locator(".coverage-area")).not.toHaveCount(0);
  await expect(map.getByText(/^Loading the map/)).toHaveCount(0);
  const farther = map.getByRole("button", { name: "Zoom out" });
  await expect(farther).toHaveAttribute("aria-disabled", "true");
  await map.getByRole("button", { name: "Zoom in" }).click();
  await expect(farther).toHaveAttribute("aria-disabled", "false");
  await farther.click();
  await expect(farther).toHaveAttribute("aria-disabled", "true");

  await map.click({ position: { x: 300, y: 240 } });
  await expect(chosen).toHaveCount(1);
  await expect(popup).toBeVisible();
  await map.click({ position: { x: 10, y: 10 } }); // west of what we serve
  await expect(chosen).toHaveCount(0);
  await expect(popup).toHaveCount(0);

  await page.getByRole("button", { name: "77002 on the map" }).press("Enter");
  await expect(chosen).toHaveCount(1);
  await popup.press("Escape");
  await expect(chosen).toHaveCount(0);
});
