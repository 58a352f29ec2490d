/**
 * Fixtures of every browser test: a product per worker, its users, and a check for script errors
 * and Content-Security-Policy violations.
 */
import { test as base, expect, type Page } from "@playwright/test";
import { wrongSumsScript } from "../src/column-sums.setup.ts";
import { Product, type Role } from "./product.ts";
import { staffCalls } from "./staff.ts";

export type { Page, Request } from "@playwright/test";
export { expect };

type WorkerFixtures = { product: Product };

type TestFixtures = {
  /** A second browser that shares nothing with `page`. */
  visitor: Page;
  /** Open the console on `page` as a new signed-in staff user of this role. */
  comeAs: (role: Role, path?: string, how?: { page?: Page; minutesAgo?: number }) => Promise<Me>;
  /** Staff API calls of a manager, who is signed in: prices are no script's. */
  office: ReturnType<typeof staffCalls>;
  noFaults: undefined;
  sumsAddUp: undefined;
};

// The signed-in user, with the secret of their authenticator.
type Me = { email: string; secret: string; token: string };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({ browserName }, use, { workerIndex }) => {
      const product = await Product.start(`${browserName}-${workerIndex}`);
      await use(product);
      await expectNoNamesInLog(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.site),
  visitor: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    await use(await context.newPage());
    await context.close();
  },
  comeAs: ({ page, product }, use) =>
    use(async (role, path = "/staff", how = {}) => {
      const { email, secret, session } = await product.signedIn(role, how);
      const at = how.page ?? page;
      await at.addInitScript(keepSession, JSON.stringify(session));
      await at.goto(path);
      return { email, secret, token: session.access_token };
    }),
  office: async ({ product, request }, use) =>
    use(
      staffCalls(
        request,
        (await product.signedIn("manager", { name: "grace" })).session.access_token,
      ),
    ),
  noFaults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (isCspViolation(message.text())) faults.push(message.text());
      });
      await use(undefined);
      expect(faults, "no script failed, the page's policy refused nothing").toEqual([]);
    },
    { auto: true },
  ],
  // TRUTH-04.1: where a test ends, what is on its page sums to its totals.
  sumsAddUp: [
    async ({ page }, use) => {
      await use(undefined);
      if (page.isClosed()) return;
      expect(await page.evaluate(wrongSumsScript()), "wrong sums on the page").toEqual([]);
    },
    { auto: true },
  ],
});

// Playwright's tracer reads photo previews by their blob: URLs, which our pages never do.
const isCspViolation = (message: string) =>
  message.includes("Content Security Policy") && !message.startsWith("Connecting to 'blob:");

// Only once per tab, so that a user who signs out stays out.
function keepSession(session: string) {
  const storage = location.protocol === "http:" ? window.sessionStorage : null;
  if (!storage || storage.getItem("came-signed-in")) return;
  storage.setItem("came-signed-in", "yes");
  storage.setItem("staff-session", JSON.stringify(session));
}

const SHORTEST = 6; // a shorter word may occur in any line by chance

/**
 * After a worker's tests: the product's log has no personal data of their visitors (RUN-03.2).
 */
async function expectNoNamesInLog(product: Product) {
  const log = product.log().toLowerCase();
  const rows = await product.rows(
    "SELECT name, email, phone, formatted_address FROM customers" +
      " JOIN orders ON orders.customer_id = customers.id" +
      " JOIN order_locations ON order_locations.order_id = orders.id",
  );
  const values = new Set(
    rows
      .flatMap((row) => Object.values(row))
      .map((word) => String(word).toLowerCase())
      .filter((word) => word.length >= SHORTEST),
  );
  const named = [...values].filter((word) => log.includes(word));
  const lines = log.split("\n").length;
  console.log(
    `H2 ${lines} lines of log, ${values.size} names, contacts and addresses: ${named.length}`,
  );
  if (!log.includes("worker ready")) throw new Error("This is not the product's log");
  if (named.length > 0) throw new Error(`The log names ${named.join(", ")}`);
}
