import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { Schemas } from "#api/client.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { aCoverage, hrefOf, refused, SPRING, serving } from "#test-support.ts";
import DiagnosticPage from "./diagnostic.tsx";

const ID = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";
const VISIT: Schemas["DiagnosticOut"] = {
  status: "booked",
  day: "2026-03-12",
  time_window: "morning",
  start_at: "2026-03-12T13:30:00Z",
  end_at: "2026-03-12T17:30:00Z",
  address: SPRING,
  fee_cents: 900,
  hold_expires_at: "2026-03-01T12:35:00Z",
  paid_at: "2026-03-01T12:10:00Z",
  has_receipt: true,
  can_cancel: true,
  mail: "delivered",
};
const server = serving();
const sent: unknown[] = [];
const assign = vi.fn();

beforeEach(() => {
  sent.length = 0;
  assign.mockClear();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  sessionStorage.clear();
  server.use(
    http.get("*/api/diagnostics/days", () =>
      HttpResponse.json({
        fee_cents: 900,
        days: [
          { date: "2026-03-12", windows: ["morning", "afternoon"] },
          { date: "2026-03-13", windows: ["afternoon"] },
        ],
      }),
    ),
    http.get("*/api/coverage-check", () => HttpResponse.json(aCoverage())),
    http.post("*/api/google-places", () => HttpResponse.json({ predictions: [] })),
    http.post("*/api/log-address-search", () => HttpResponse.json({}, { status: 202 })),
    http.post(`*/api/diagnostics/${ID}/checkout`, () =>
      HttpResponse.json({ url: "https://pay.test/1" }, { status: 201 }),
    ),
  );
});
const holds = (...responses: (() => Response)[]) =>
  server.use(
    http.post("*/api/diagnostics", async ({ request }) => {
      sent.push(await request.json());
      return (responses[sent.length - 1] ?? responses.at(-1))?.();
    }),
  );
const held = () =>
  HttpResponse.json({ id: ID, hold_expires_at: VISIT.hold_expires_at }, { status: 201 });

function show(path: string) {
  const location = memoryLocation({ path, record: true });
  renderInApp(
    <Router hook={location.hook}>
      <DiagnosticPage />
    </Router>,
  );
  return location.history;
}
const showVisit = (...visits: (typeof VISIT)[]) => {
  let asked = 0;
  server.use(
    http.get(`*/api/diagnostics/${ID}`, () => HttpResponse.json(visits[asked++] ?? visits.at(-1))),
  );
  return show(`/diagnostic/${ID}`);
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function fillIn() {
  await userEvent.type(screen.getByRole("combobox", { name: /address/i }), SPRING);
  await press("Check my address");
  await userEvent.selectOptions(await screen.findByLabelText("Day"), "2026-03-12");
  await userEvent.click(screen.getByRole("radio", { name: "Morning" }));
  await userEvent.type(screen.getByLabelText("Full name"), "Ada Lovelace");
  await userEvent.type(screen.getByLabelText("Mobile phone"), "2815550100");
  await userEvent.type(screen.getByLabelText("Email"), "ada@example.org");
}

test("home, day and contact are sent, and the payment page opens", async () => {
  holds(held);
  show("/diagnostic");
  expect(screen.getByRole("heading", { name: "Book a $9 diagnostic" })).toBeTruthy();
  await fillIn();

  await press("Continue to payment: $9");

  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("https://pay.test/1"));
  expect(sent).toEqual([
    {
      name: "Ada Lovelace",
      phone: "(281) 555-0100",
      email: "ada@example.org",
      address: SPRING,
      zip_code: "77379",
      day: "2026-03-12",
      time_window: "morning",
    },
  ]);
});

test("what is missing is said where it belongs, and nothing is sent", async () => {
  holds(held);
  show("/diagnostic");
  await screen.findByLabelText("Day");

  await press("Continue to payment: $9");

  expect(await screen.findByText("Please enter your name")).toBeTruthy();
  expect(screen.getByText("Please choose a day")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("a time that was taken is chosen again", async () => {
  holds(() => refused(409, "window_full"));
  show("/diagnostic");
  await fillIn();

  await press("Continue to payment: $9");

  expect(await screen.findByText(/Someone just took that time/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Morning" }).checked).toBe(false);
});

test("where the payment page does not open, the held visit is shown instead", async () => {
  holds(held);
  server.use(http.post(`*/api/diagnostics/${ID}/checkout`, () => refused(503, "cards_down")));
  server.use(
    http.get(`*/api/diagnostics/${ID}`, () => HttpResponse.json({ ...VISIT, status: "held" })),
  );
  const history = show("/diagnostic");
  await fillIn();

  await press("Continue to payment: $9");

  await screen.findByRole("button", { name: "Pay $9" });
  expect(history?.at(-1)).toBe(`/diagnostic/${ID}`);
  await press("Pay $9");
  expect(await screen.findByRole("alert")).toBeTruthy();
});

test("the booked visit, canceled in two presses", async () => {
  server.use(
    http.post(`*/api/diagnostics/${ID}/cancel`, () =>
      HttpResponse.json({ ...VISIT, status: "cancelled", can_cancel: false }),
    ),
  );
  showVisit(VISIT);

  expect(
    await screen.findByRole("heading", { name: "See you on Thursday, March 12, 2026" }),
  ).toBeTruthy();
  expect(screen.getByText("Morning, 8:30 AM – 12:30 PM")).toBeTruthy();
  const receipt = screen.getByRole("link", { name: "Download the receipt (PDF)" });
  expect(receipt.getAttribute("href")).toBe(`/api/diagnostics/${ID}/receipt`);
  await press("Cancel this visit");
  await press("Keep the visit");
  await press("Cancel this visit");
  await press("Cancel and refund $9");

  expect(await screen.findByRole("heading", { name: "Your diagnostic is canceled" })).toBeTruthy();
  expect(screen.getByText(/We’re refunding \$9.00 to your card/)).toBeTruthy();
});

test("after paying it waits for the provider's word, and asks for no second payment", async () => {
  history.replaceState(null, "", `/diagnostic/${ID}?paid`);
  showVisit({ ...VISIT, status: "held" }, VISIT);

  expect(await screen.findAllByText(/We’re confirming your payment/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pay $9" })).toBeNull();
  expect(
    await screen.findByRole("heading", { name: /^See you on/ }, { timeout: 5000 }),
  ).toBeTruthy();
  history.replaceState(null, "", "/");
});

test.each([
  ["expired", "Your hold on this time has ended"],
  ["cancelled", "Your diagnostic is canceled"],
] as const)("a visit that is %s says so and leads to another time", async (status, title) => {
  showVisit({ ...VISIT, status });

  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  expect(hrefOf("Choose another time")).toBe("/diagnostic");
});

test("an unknown link says so", async () => {
  server.use(http.get(`*/api/diagnostics/${ID}`, () => refused(404, "diagnostic_not_found")));
  show(`/diagnostic/${ID}`);

  expect(await screen.findByRole("heading", { name: "We couldn’t find this visit" })).toBeTruthy();
});
