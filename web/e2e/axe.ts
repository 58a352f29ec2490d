/** Accessibility checks by axe against WCAG 2.2 AA. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { beyondTheEdge } from "./pages.ts";
import { expectSamePicture, PICTURES } from "./pictures.ts";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
/** Tall, so that most of a page is in view. */
export const PHONE = { width: 390, height: 2400 };
export const DESK = { width: 1440, height: 900 };

/** Fail on any violation; `where` names the state in the failure message. */
export async function expectNoViolations(page: Page, where: string) {
  if (PICTURES) return expectSamePicture(page, where);
  // What the bar at the bottom covers, a visitor scrolls free.
  await page.locator("#address-bar").evaluateAll((bars) => {
    for (const bar of bars as HTMLElement[]) bar.style.position = "static";
  });
  // No preload: axe would load stylesheets again into an inline style, which the
  // Content-Security-Policy refuses.
  const axe = new AxeBuilder({ page }).options({ preload: false }).withTags(WCAG_2_2_AA);
  const { violations } = await axe.analyze();
  const messages = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`,
    ),
  );
  expect(messages).toEqual([]);
}

/** Check the screen on a phone and on a desktop; neither may scroll sideways. */
export async function expectNoViolationsAtBothWidths(page: Page, where: string) {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoViolations(page, PICTURES ? where : `${where}, ${size.width} px`);
    const beyond = await beyondTheEdge(page, size.width);
    expect(beyond, `${where} scrolls sideways, ${size.width} px`).toBeLessThanOrEqual(0);
  }
}

/**
 * Buttons and standalone links less than 44 px high; links within a sentence are exempt (WCAG
 * 2.5.8).
 */
export const smallTargets = (page: Page) =>
  page
    .locator("main :is(button, a.button, .button, summary)")
    .evaluateAll((all) =>
      all
        .map((each) => ({ says: each.textContent, height: each.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < 44),
    );
