/** What axe finds against WCAG 2.2 AA. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
/** Tall, so that nothing lies under the bar at the thumb. */
export const PHONE = { width: 390, height: 2400 };
export const DESK = { width: 1440, height: 900 };

/** `where` is what a failure is told by. */
export async function expectNoViolations(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`,
    ),
  );
  expect(told).toEqual([]);
}

/** The screen as it stands, on a phone and on a desk; neither scrolls sideways. */
export async function expectNoViolationsAtBothWidths(page: Page, where: string) {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoViolations(page, `${where}, ${size.width} px`);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond, `${where} scrolls sideways, ${size.width} px`).toBeLessThanOrEqual(0);
  }
}
