/** A run over 150 ft: from the counted steps to the manual quote request. */
import { WHOLE } from "./sampling.ts";
import { expect, test } from "./test.ts";

test("DIST-01.4 over 150 ft the visitor asks for a quote, and staff have it", async ({
  page,
  product,
}) => {
  test.skip(!WHOLE, "only in `make faults`: form and call have tests of their own");
  await page.goto("/order");
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  for (const checkbox of await page.getByRole("checkbox").all()) await checkbox.check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Your steps").fill("60");
  await expect(
    page.getByText(
      "Distance over 150 ft detected. We'll confirm the best route during your on-site consultation.",
    ),
  ).toBeVisible();

  await page.getByLabel("Full name").fill("Ada Longrun");
  await page.getByLabel("Phone").fill("2815550160");
  await page.getByLabel("Home address").fill("1 Long Lane, Tomball, TX 77375");
  await page.getByLabel("Notes (optional)").fill("Behind the barn");
  await page.getByRole("button", { name: "Request a quote" }).click();

  await expect(page.getByText("We have your request")).toBeVisible();
  expect(
    await product.rows(
      "SELECT name, phone, address, run_ft, steps, notes FROM manual_quote_requests WHERE name = %s",
      "Ada Longrun",
    ),
  ).toMatchObject([{ address: "1 Long Lane, Tomball, TX 77375", run_ft: 180, steps: 60 }]);
});
