/** A custom quote: made of lines, sent, accepted by its link, and an order at that price (OPS-16). */
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { linkMailed } from "./homeowner.ts";
import { expectToast, part } from "./staff.ts";
import { expect, test } from "./test.ts";
import { ADDRESS, openDays } from "./wizard.ts";

const NAME = "Lena Long";
const EMAIL = "lena@example.org";
// 9,490.00 + 6,000.00 + 60 × 18.50, and 8.25 % of the generator
const TOTAL = "$17,095.00";

test.use({ viewport: DESK });

test("OPS-16.2 staff write the lines of a quote and send it; accepted by its link, it is an order at that price", async ({
  page: desk,
  visitor: customer,
  product,
  comeAs,
}) => {
  test.setTimeout(120_000);
  await comeAs("dispatcher", "/staff/quotes/new");
  const line = (kind: string) => desk.getByRole("group", { name: kind }).last();

  await test.step("the lines", async () => {
    await desk.getByLabel("Full name").fill(NAME);
    await desk.getByLabel("Mobile phone").fill("7135550186");
    await desk.getByRole("textbox", { name: "Email" }).fill(EMAIL);
    await desk.getByLabel("Distance in feet").fill("210");
    await desk.getByRole("combobox", { name: "Generator" }).selectOption("7043");
    await desk.getByRole("combobox", { name: "Home address" }).fill(ADDRESS);
    await desk.getByRole("option", { name: /Timber Ridge/ }).click();
    await line("Installation").getByLabel("Price in dollars").fill("9,490");
    await desk.getByRole("button", { name: "Generator", exact: true }).click();
    await line("Generator").getByLabel("Price in dollars").fill("6000");
    await desk.getByRole("button", { name: "Another line" }).click();
    await line("Extra").getByLabel("Description").fill("Trench along the fence");
    await line("Extra").getByLabel("Quantity").fill("60");
    await line("Extra").getByLabel("Unit").fill("ft");
    await line("Extra").getByLabel("Price in dollars").fill("18.50");
    await expect(line("Generator").getByLabel("Taxable")).toBeChecked();
    await expect(line("Extra").getByLabel("Taxable")).not.toBeChecked();
    await desk.getByRole("button", { name: "Save the draft" }).click();
    await expectToast(desk, "The quote was saved.");
  });

  const summary = part(desk, "What the customer sees");
  await test.step("it is sent", async () => {
    await expect(summary.getByText(TOTAL)).toBeVisible();
    await expectNoViolationsAtBothWidths(desk, "a custom quote");
    await summary.getByRole("button", { name: "Send to the customer" }).click();
    await expect(summary.getByText(`, ${TOTAL}`)).toBeVisible();
  });

  await test.step("the customer accepts it", async () => {
    await customer.goto(await linkMailed(product, EMAIL, "/quote/"));
    const price = part(customer, "Your price");
    await expect(price.getByText("60 ft")).toBeVisible();
    await expect(price.getByText(TOTAL)).toBeVisible();
    await openDays(customer).last().getByRole("button").click();
    await customer.getByRole("radio", { name: "Morning" }).check();
    await customer.getByLabel("Your full name").fill(NAME);
    await customer.getByRole("checkbox").check();
    await expectNoViolationsAtBothWidths(customer, "a custom quote, to accept");
    await customer.getByRole("button", { name: "Accept and hold this day" }).click();
    await expect(customer).toHaveURL(/\/my-booking\?order=/);
    await expect(customer.getByRole("heading", { name: "Hello, Lena." })).toBeVisible();
  });

  await test.step("it is an order at that price", async () => {
    await desk.reload();
    await expect(desk.getByText(`Accepted by ${NAME}`)).toBeVisible();
    await desk.getByRole("link", { name: "Open the order" }).click();
    await expect(desk.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
    await expect(part(desk, "Price").getByText("Trench along the fence (60 ft)")).toBeVisible();
    await expect(part(desk, "Price").getByText(TOTAL)).toBeVisible();
  });
});
