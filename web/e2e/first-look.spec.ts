/** What a phone asks for before anybody scrolls: whole answers, as they came over the wire. */
import { expect, type Page, type Request, test } from "@playwright/test";
import { budgetOf } from "./budgets.ts";
import { builtPages } from "./pages.ts";

const FIRST_LOOK = { htmlKb: 14, fontKb: 12, pictureKb: 20 };
const FIRST_LOOKS = builtPages.filter(
  (path) => /^\/($|tx\/|faq$|legal\/|terms\/|order$)/.test(path) || path === "/installation-wizard",
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true });

  for (const path of FIRST_LOOKS) {
    test(`NAV-09 ${path} is light at first`, async ({ page }) => {
      const came = await firstAnswers(page, path);
      const heaviest = (kind: string) =>
        Math.max(0, ...came.filter(({ type }) => type === kind).map(({ bytes }) => bytes)) / 1000;

      console.log(`${path}: ${came.length} requests, HTML ${heaviest("document").toFixed(1)} kB`);
      expect.soft(came.length, "requests").toBeLessThanOrEqual(budgetOf(path).requests ?? 0);
      expect.soft(heaviest("document"), "HTML").toBeLessThanOrEqual(FIRST_LOOK.htmlKb);
      expect.soft(heaviest("font"), "font").toBeLessThanOrEqual(FIRST_LOOK.fontKb);
      expect.soft(heaviest("image"), "picture").toBeLessThanOrEqual(FIRST_LOOK.pictureKb);
    });
  }
});

type Came = { type: string; bytes: number };

async function firstAnswers(page: Page, path: string): Promise<Came[]> {
  const came: Promise<Came>[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().startsWith("http")) came.push(told(request));
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return Promise.all(came);
}

async function told(request: Request): Promise<Came> {
  const { responseBodySize } = await request.sizes();
  return { type: request.resourceType(), bytes: responseBodySize };
}
