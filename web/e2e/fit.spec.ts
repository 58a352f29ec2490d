/** What a generator carries of what should stay on, on a phone: by touch, and by the keyboard. */
import { expectNoViolations, PHONE } from "./axe.ts";
import { fetchMyBooking, payFee, reviewOf, uploadByCalls, WORKER_TIMEOUT } from "./homeowner.ts";
import { expect, type Page, test } from "./test.ts";
import { beginAtAddress, chooseDay, fillContact, reserve, tabTo } from "./wizard.ts";

test.use({ viewport: PHONE, hasTouch: true });

type Hand = (page: Page, chip: string) => Promise<void>;

const HANDS: Record<string, Hand> = {
  touch: (page, chip) => page.getByText(chip, { exact: true }).tap(),
  "the keyboard": async (page, chip) => {
    await tabTo(page, page.getByRole("checkbox", { name: chip, exact: true }));
    await page.keyboard.press("Space");
  },
};

async function goToGenerators(page: Page) {
  await beginAtAddress(page);
  await page.getByRole("radio", { name: /0.25 ft/ }).check();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("radio", { name: "22 kW" })).toBeVisible();
}

const verdict = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words });

for (const [hand, press] of Object.entries(HANDS))
  test(`GUIDE-03.1 GUIDE-03.3 by ${hand}: nothing is recommended at first, then one of three grades`, async ({
    page,
    product,
  }) => {
    await goToGenerators(page);
    const best = page.getByText("Carries it all at once");
    await expect(verdict(page, /^Tick what should stay on/)).toBeVisible();
    await expect(best).toHaveCount(0);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(page.getByRole("radio", { name: / kW$/, checked: true })).toHaveCount(0);

    await press(page, "One AC");
    await expect(verdict(page, /^The 18 kW generator carries all of it at once\.$/)).toBeVisible();
    await expect(best).toHaveCount(1);

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const chip of ["Two ACs", "Electric dryer", "Electric range", "EV charger"])
      await press(page, chip);
    await expect(
      verdict(
        page,
        /^The 26 kW generator carries it with these taking turns: .*the EV charger.*In the price: 1\. Not in this price: \d; we quote what is missing before you sign anything\.$/,
      ),
    ).toBeVisible();
    await expect(best).toHaveCount(0);
    await expectNoViolations(page, "loads in turn");

    await page.getByText(/^Figured for 2,500 sq ft, gas furnace/).tap();
    await page.getByLabel("Floor area (sq ft)").fill("9000");
    await page.getByLabel("Heat", { exact: true }).selectOption("Electric furnace");
    await expect(
      verdict(page, /^That is larger than the generators we sell carry\./),
    ).toBeVisible();
    await expect(best).toHaveCount(0);
    await page.getByText("Request a custom quote").tap();
    await page.getByLabel("Full name").fill(`Ada by ${hand}`);
    await page.getByLabel("Phone").fill("2815550100");
    await page.getByRole("button", { name: "Request a quote" }).tap();

    await expect(page.getByText(/with a price for a larger generator\.$/)).toBeVisible();
    await expect(page.getByText(/Your reference is Q-[0-9A-Z]{5}/)).toBeVisible();
    const [asked] = await product.rows(
      "SELECT loads FROM manual_quote_requests WHERE name = %s",
      `Ada by ${hand}`,
    );
    expect(asked?.loads).toMatch(/EV charger.*Figured for 9,000 sq ft, electric furnace/);
  });

test("GUIDE-03.1 what was ticked is read by staff, decided in the photo review and said in the proposal", async ({
  page,
  visitor: homeowner,
  office,
  comeAs,
}) => {
  await goToGenerators(homeowner);
  for (const chip of ["Two ACs", "Electric dryer", "Electric range"])
    await homeowner.getByText(chip, { exact: true }).click();
  await expect(
    verdict(homeowner, /In the price: 1\. Not in this price: 1; we quote/),
  ).toBeVisible();
  await homeowner.getByRole("radio", { name: "26 kW" }).check();
  await homeowner.getByRole("button", { name: "Next", exact: true }).click();
  await chooseDay(homeowner);
  await fillContact(homeowner, "ada-stays-on@example.org");
  await reserve(homeowner);
  const id = new URL(homeowner.url()).searchParams.get("order") ?? "";
  await payFee(homeowner, id);
  await homeowner.goto("/my-booking");
  const price = homeowner.getByRole("region", { name: "Your price" });
  await expect(price).toContainText("two ACs (8 tons together), electric range (12 kW)");
  await expect(price).toContainText(
    "Not in the price yet: 1; we quote it before anything is signed",
  );

  await uploadByCalls(homeowner);
  const review = await reviewOf(id, office);
  await comeAs("reviewer", `/staff/photos/${review}`);
  await expect(page.getByText(/these taking turns: the dryer and the range/)).toBeVisible();
  await page.getByLabel("Confirmed distance in feet").fill("20");
  const lock = page.getByRole("button", { name: /^Lock \$/ });
  await lock.click();
  await expect(page.getByText(/^Please choose: we promised to quote these/)).toBeVisible();
  await page.getByText("The customer goes without").tap();
  await page.getByLabel("What the customer said").fill("Agreed on the phone");
  await expectNoViolations(page, "a photo review with modules to decide on");
  await lock.click();
  await expect(page.getByText(/^locked at \$/)).toBeVisible();

  await expect
    .poll(async () => (await fetchMyBooking(homeowner)).next_step.key, WORKER_TIMEOUT)
    .toBe("accept_proposal");
  await homeowner.goto("/my-booking");
  const proposal = homeowner.getByRole("region", { name: "Your proposal", exact: true });
  await expect(proposal).toContainText(
    "In the price: 1. Not in the price: 1; the homeowner goes without it.",
  );
  await expect(price).not.toContainText("we quote it before anything is signed");
});
