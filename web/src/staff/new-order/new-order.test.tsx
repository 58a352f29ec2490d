import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { handlers } from "#fixtures/visitor-server.ts";
import { aBoard, aDay, MONDAY, SUNDAY, TUESDAY } from "../board/board.fixtures.ts";
import { answers, click, mockCall, renderStaff, sent, server, user } from "../staff.setup.tsx";
import NewOrderScreen from "./new-order-screen.tsx";

const WORDS = "May we text you about this appointment?";
const PLACED = {
  order_id: "7c1d8d2e-0000-4000-8000-000000000001",
  code: "SB-7K3F9",
  total_cents: 1269477,
  day: "2025-12-08",
  start_at: "2025-12-08T14:30:00Z",
  end_at: "2025-12-08T18:30:00Z",
  hold_expires_at: "2025-11-20T19:00:00Z",
  notified_by: ["email", "sms"],
};
const HOME = "24 Waterway Ave, The Woodlands, TX 77380";

beforeEach(() => {
  server.use(...handlers);
  answers("/board", aBoard({ days: [aDay(SUNDAY), aDay(MONDAY), aDay(TUESDAY)] }));
  answers("/new-order", { texts_consent: WORDS, holds: ["on_the_phone", "4_hours", "24_hours"] });
  mockCall("post", "/new-order", () => HttpResponse.json(PLACED, { status: 201 }));
});

const type = (name: string, text: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: text } });

async function takeCall() {
  renderStaff(<NewOrderScreen />, { path: "/staff/new-order" });
  await screen.findByText(`${WORDS}`, { exact: false });
  type("Full name", "Ada Lovelace");
  type("Mobile phone", "(281) 555-0100");
  type("Email", "ada@example.org");
  const address = screen.getByRole("combobox", { name: "Home address" });
  fireEvent.change(address, { target: { value: HOME } });
  fireEvent.keyDown(address, { key: "Enter" });
  await screen.findByText("We install here.");
  await user.click(screen.getByRole("radio", { name: "0–25 ft" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Generator" }), "7043");
}

async function chooseDay() {
  await user.click(await screen.findByRole("button", { name: /Monday, December 8/ }));
  await user.click(screen.getByRole("radio", { name: /Morning/ }));
}

test("OPS-16.1 the price stands there at once, and the order is reserved at that price", async () => {
  await takeCall();
  const price = within(screen.getByRole("region", { name: "Price to tell the caller" }));
  expect(price.getByText("$12,694.77")).toBeTruthy();
  expect(screen.getByText("Total: $12,694.77")).toBeTruthy();
  expect(screen.queryByText(/\$[\d,]+(?!\d|,|\.\d\d)/)).toBeNull();
  await chooseDay();
  const hold = screen.getByRole("combobox", { name: "Hold the date for" });
  expect([...hold.children].map(({ textContent }) => textContent)).toEqual([
    "As long as visitors get, while they are on the phone",
    "4 office hours",
    "A day, or 10 office hours if those end later",
  ]);
  await user.selectOptions(hold, "24_hours");

  await click("Reserve and send the link to pay");

  expect(await screen.findByText("Reserved: SB-7K3F9")).toBeTruthy();
  const held = /We hold Monday, December 8, 8:30 AM – 12:30 PM, until Thu, Nov 20, 1:00\sPM/;
  expect(screen.getByText(held)).toBeTruthy();
  expect(sent.find(({ path }) => path.endsWith("/new-order"))?.body).toEqual({
    name: "Ada Lovelace",
    phone: "(281) 555-0100",
    email: "ada@example.org",
    agrees_to_texts: false,
    address: HOME,
    band: "close",
    generator_choice: "buy_here",
    model_number: "7043",
    coupon_code: "",
    day: "2025-12-08",
    time_window: "morning",
    hold: "24_hours",
    quoted_total_cents: 1269477,
    note: "",
    lead: null,
  });
});

test("a day that was just taken is said beside the day, and nothing typed is lost", async () => {
  const full = "That day has just been taken. Please choose another.";
  mockCall("post", "/new-order", () =>
    HttpResponse.json(
      {
        code: "day_full",
        status: 409,
        detail: full,
        errors: [{ field: "day", code: "day_full", message: full }],
      },
      { status: 409 },
    ),
  );
  await takeCall();
  await chooseDay();

  await click("Reserve and send the link to pay");

  expect((await screen.findAllByText(full, { exact: false })).length).toBeGreaterThan(1);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Full name" }).value).toBe(
    "Ada Lovelace",
  );
  expect(screen.getByText(HOME)).toBeTruthy();
});

test("nothing is sent before everything is asked", async () => {
  renderStaff(<NewOrderScreen />, { path: "/staff/new-order" });

  await click("Reserve and send the link to pay");

  expect(await screen.findByText("Please enter your name")).toBeTruthy();
  expect(screen.getByText("Choose an address that we cover")).toBeTruthy();
  expect(screen.getByText("Choose the distance")).toBeTruthy();
  expect(screen.getByText("Choose a generator, or the caller’s own")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("an address that we do not cover is said at once", async () => {
  renderStaff(<NewOrderScreen />, { path: "/staff/new-order" });
  const address = await screen.findByRole("combobox", { name: "Home address" });

  fireEvent.change(address, { target: { value: "1 Main St, Dallas, TX 75201" } });
  fireEvent.keyDown(address, { key: "Enter" });

  expect(await screen.findByText("We don’t cover this address")).toBeTruthy();
});

test("a link to pay that left by no way is not said to be readable", async () => {
  mockCall("post", "/new-order", () =>
    HttpResponse.json({ ...PLACED, notified_by: [] }, { status: 201 }),
  );
  await takeCall();
  await chooseDay();

  await click("Reserve and send the link to pay");

  expect(await screen.findByText(/The link to pay did not leave/)).toBeTruthy();
  expect(screen.getByText(/connect email or texts, then send it again/)).toBeTruthy();
  expect(screen.queryByText(/Read it to them/)).toBeNull();
});

test.each([
  [[], /^The caller gets one email, and one text/],
  [["sms"], /^The caller gets one email; texts are not connected/],
  [["email"], /^The caller gets one text .*; email is not connected/],
  [["email", "sms"], /^Neither email nor texts are connected: the link will be kept/],
] as const)("TRUTH-03.3 without %j: the call says what the caller gets", async (...of) => {
  const [not_connected, words] = of;
  renderStaff(<NewOrderScreen />, {
    path: "/staff/new-order",
    me: { not_connected: [...not_connected] },
  });
  expect(await screen.findByText(words)).toBeTruthy();
});
