/** Large text, first presses, no script and paper: what works for everybody. */
import { expectNoViolations, PHONE } from "./axe.ts";
import { bookByCalls } from "./homeowner.ts";
import { expect, type Page, test } from "./test.ts";
import {
  ADDRESS,
  beginAtAddress,
  bookWhole,
  chooseInTheWizard,
  enlargeText,
  type Look,
  openDays,
} from "./wizard.ts";

const PHONES = [
  { width: 320, height: 568 },
  { width: 375, height: 667 },
  { width: 430, height: 932 },
];

// Once the enlarged text is laid out.
const sidewaysOverflow = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { scrollingElement } = document;
        const measure = () => resolve((scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
        requestAnimationFrame(() => requestAnimationFrame(measure));
      }),
  );

// What stays in place over the step while it is scrolled: header and price bar.
const coveredHeight = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header, aside")]
      .filter((bar) => getComputedStyle(bar).position === "sticky")
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0),
  );

async function expectForwardInReach(page: Page, width: number) {
  const forward = page.locator("aside").getByRole("button").last();
  if ((await forward.count()) === 0) return;
  await forward.scrollIntoViewIfNeeded();
  await expect(forward).toBeInViewport({ ratio: 1 });
  const box = await forward.boundingBox();
  expect(
    (box?.x ?? 0) + (box?.width ?? width),
    "the button ends on the screen",
  ).toBeLessThanOrEqual(width);
}

for (const percent of [150, 200])
  test(`A11Y-01.1 with text of ${percent} % every step fits on phones of 320 to 430 px`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const tooWide: string[] = [];
    const look: Look = async (name) => {
      for (const phone of PHONES) {
        await page.setViewportSize(phone);
        await enlargeText(page, percent);
        const over = await sidewaysOverflow(page);
        if (over > 0) tooWide.push(`${name} at ${phone.width}: ${over} px`);
        if (name.startsWith("wizard")) await expectForwardInReach(page, phone.width);
      }
    };
    await bookWhole(page, `large-text-${percent}@example.org`, look);
    for (const path of ["/my-booking", "/my-booking/photos"]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await look(path);
    }

    expect(tooWide).toEqual([]);
  });

test("A11Y-01.1 header and bar leave more than 60 % of a phone of 320 by 568 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await beginAtAddress(page);

  expect(await coveredHeight(page)).toBeLessThan(0.4 * 568);
});

test("DATE-01.3 the chosen day is readable under the pointer, pressed, focused and left", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  const day = openDays(page).nth(1).getByRole("button");
  const states = {
    "under the pointer": () => day.click(),
    pressed: () => page.mouse.down(),
    focused: async () => {
      await page.mouse.up();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
    },
    left: () => page.mouse.move(0, 0),
  };
  for (const [state, enter] of Object.entries(states)) {
    await enter();
    await expect(openDays(page).nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(day).toHaveCSS("background-color", "rgb(11, 20, 36)");
    await expectNoViolations(page, `the chosen day, ${state}`);
  }
  const sizes = await page
    .getByRole("grid")
    .locator("th, button, button *")
    .evaluateAll((parts) =>
      parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
});

test("the cards of distances and generators are readable, chosen or not, under the pointer", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await beginAtAddress(page);

  await chooseInTheWizard(page, async (step) => {
    const chosen = page.getByRole("radio", { checked: true }).last();
    const other = page.getByRole("radio", { checked: false }).last();
    for (const card of [chosen, other]) {
      await card.hover();
      await expectNoViolations(page, `${step}, under the pointer`);
    }
  });
});

test("A11Y-01.3 the first press on the estimate with an empty box says what is missing", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Get A Free Estimate" }).first().click();

  await expect(page.getByText("Please enter your address")).toBeVisible();
});

test("A11Y-01.3 a press while the form is only half hydrated says what is missing, too", async ({
  context,
}) => {
  // React schedules its work with messages to itself. Those after the first few are delayed.
  for (const inTime of [1, 2, 3, 4, 5, 6]) {
    const page = await context.newPage();
    await page.addInitScript((inTime) => {
      const post = MessagePort.prototype.postMessage;
      let sent = 0;
      MessagePort.prototype.postMessage = function (message: unknown) {
        sent += 1;
        if (sent <= inTime) post.call(this, message);
        else setTimeout(() => post.call(this, message), 500);
      };
    }, inTime);
    await page.goto("/");
    await page.getByRole("button", { name: "Get A Free Estimate" }).first().click();

    await expect(page.getByText("Please enter your address")).toBeVisible();
    await page.close();
  }
});

test("A11Y-01.3 the first tap on 'Help me measure' opens the dialog on a phone", async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    baseURL: baseURL ?? "",
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await phone.newPage();
  await page.goto("/tx/houston/home-generator-installation");
  const help = page.getByRole("link", { name: "Help me measure" });
  await help.scrollIntoViewIfNeeded();
  await help.tap();

  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/home-generator-installation$/);
  await phone.close();
});

test("A11Y-01.4 without script wizard, confirmation and booking say what to do", async ({
  browser,
  baseURL,
}) => {
  const plain = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  const page = await plain.newPage();
  for (const path of [
    `/installation-wizard?address=${encodeURIComponent(ADDRESS)}`,
    "/visit-payment-success",
    "/my-booking",
  ]) {
    await page.goto(path);
    await expect(page.locator("noscript p").first()).toContainText("It needs JavaScript");
    await expect(page.locator("noscript a[href^='tel:']")).toBeVisible();
    await expect(page.locator("noscript a[href^='mailto:']")).toBeVisible();
  }
  await plain.close();
});

test("A11Y-01.5 My booking is printed on three pages at most, without header, maps and buttons", async ({
  page,
}) => {
  await bookByCalls(page, "on-paper@example.org");
  await page.goto("/my-booking");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.getByText(ADDRESS).first()).toBeVisible();
  await page.emulateMedia({ media: "print" });

  await expect(page.locator("header.on-night")).toBeHidden();
  expect(await page.getByRole("button").count()).toBe(0);
  const head = page.locator(".on-night").last();
  await expect(head).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
});
