/** Who opted out is seen with what shows it, and after a press that asks first the next message leaves (MSG-04). */
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls, WORKER_TIMEOUT } from "./homeowner.ts";
import { Product } from "./product.ts";
import { dialog, expectToast, part, signIn, staffCalls } from "./staff.ts";
import { expect, test } from "./test.ts";

const EMAIL = "nora@example.org";
const LIST = "Addresses and numbers that get nothing";
const mail = (subject: string) => ({ channel: "email", subject, text: "We come at nine." });

test.use({ viewport: DESK });

test("MSG-04.5 an opt-out is seen with its evidence and lifted, and the next message leaves", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const product = await Product.start("suppressions");
  const customer = await browser.newContext({ baseURL: product.site });
  const office = await browser.newContext({ baseURL: product.site, viewport: DESK });
  try {
    const homeowner = await customer.newPage();
    const id = await bookByCalls(homeowner, EMAIL, undefined, "Nora Novak");
    const out = await homeowner.request.post("/api/my-booking/consents", {
      data: { channel: "email", is_granted: false },
    });
    expect(out.ok(), await out.text()).toBe(true);

    const member = await product.signedIn("dispatcher", { name: "robin" });
    const token = member.session.access_token;
    const refused = await homeowner.request.post(`/api/staff/orders/${id}/conversation`, {
      headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": "before-it-is-lifted" },
      data: mail("Before"),
    });
    expect(refused.status()).toBe(409);

    const desk = await office.newPage();
    await desk.goto("/staff/waits");
    await signIn(desk, await product.member("dispatcher"));
    await desk.getByRole("button", { name: LIST }).click();
    const list = part(desk, LIST);
    await expect(list.getByText(EMAIL)).toBeVisible();
    await expect(list.getByText("They turned it off on their booking page.")).toBeVisible();
    await list.getByLabel("Part of an email or phone number").fill("nobody");
    await list.getByRole("button", { name: "Search" }).click();
    await expect(list.getByText("None.")).toBeVisible();
    await list.getByLabel("Part of an email or phone number").fill("nora@");
    await list.getByRole("button", { name: "Search" }).click();
    await expectNoViolationsAtBothWidths(desk, "the addresses that get nothing");

    await list.getByRole("button", { name: `Lift for ${EMAIL}` }).click();
    const asked = dialog(desk, `Send messages to ${EMAIL} again?`);
    await expect(asked.getByText(/It gives no consent/)).toBeVisible();
    await expectNoViolationsAtBothWidths(desk, "the question before an opt-out is lifted");
    await asked.getByRole("button", { name: "Lift", exact: true }).click();
    await expectToast(desk, `Lifted for ${EMAIL}: the next message is sent.`);
    await expect(list.getByText("None.")).toBeVisible();

    await staffCalls(homeowner.request, token).post(`orders/${id}/conversation`, mail("After"));
    await expect
      .poll(
        async () => (await product.keptMails(EMAIL)).map(({ subject }) => subject),
        WORKER_TIMEOUT,
      )
      .toContain("After");
    const rows = await product.rows(
      "SELECT lifted_by, lifted_role FROM suppressions WHERE lifted_at IS NOT NULL",
    );
    expect(rows).toEqual([
      { lifted_by: expect.stringMatching(/^staff [0-9a-f]{32}$/), lifted_role: "dispatcher" },
    ]);
  } finally {
    await customer.close();
    await office.close();
    await product.stop();
  }
});
