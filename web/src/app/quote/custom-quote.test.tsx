import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { AVAILABILITY } from "#fixtures/visitor-server.ts";
import { serving } from "#test-support.ts";
import CustomQuotePage from "./custom-quote.tsx";

const server = serving();
const TOKEN = "9edf97b2206b44aea5d9e516313ca9f4.x";
const QUOTE = {
  status: "opened",
  version: 3,
  name: "Walt Whitman",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  run_ft: 210,
  line_items: [
    {
      kind: "extra",
      description: "Trenching under a hard surface",
      quantity: 40,
      unit: "ft",
      unit_cents: 4500,
      amount_cents: 180000,
      taxable: false,
    },
  ],
  total_cents: 180000,
  message: "As we said on the phone",
  valid_until: "2099-01-01T00:00:00Z",
  is_open: true,
  license: "TECL 00000",
  legal_name: "Standby LLC",
};
const bodies: unknown[] = [];

const answer = (respond: () => Response) =>
  server.use(
    http.post("*/api/custom-quotes/:token/accept", async ({ request }) => {
      bodies.push(await request.json());
      return respond();
    }),
  );

beforeEach(() => {
  bodies.length = 0;
  server.use(
    http.get("*/api/availability", () => HttpResponse.json(AVAILABILITY)),
    http.get("*/api/custom-quotes/:token", () => HttpResponse.json(QUOTE)),
  );
});

test("the quote is a PDF to keep", async () => {
  renderInApp(<CustomQuotePage token={TOKEN} />);
  const link = await screen.findByRole("link", { name: "Download this quote (PDF)" });
  expect(link.getAttribute("href")).toBe(`/api/custom-quotes/${TOKEN}/pdf`);
});

async function fillIn() {
  renderInApp(<CustomQuotePage token={TOKEN} />);
  await userEvent.click(await screen.findByRole("button", { name: /Monday, December 8/ }));
  await userEvent.click(screen.getByRole("radio", { name: /Morning/ }));
  await userEvent.type(screen.getByLabelText("Your full name"), "Walt Whitman");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Accept and hold this day" }));
}

test("OPS-16.2 every line stands there, and the version that was read is accepted", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  answer(() => HttpResponse.json({ order_id: "1", hold_expires_at: null }, { status: 201 }));

  await fillIn();

  expect(screen.getByText("Trenching under a hard surface")).toBeTruthy();
  expect(screen.getAllByText("$1,800.00")).toHaveLength(2);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/my-booking?order=1"));
  expect(bodies).toEqual([
    {
      version: 3,
      typed_name: "Walt Whitman",
      terms_accepted: true,
      privacy_policy_accepted: true,
      day: "2025-12-08",
      time_window: "morning",
    },
  ]);
});

test("a day that was taken meanwhile is said beside the calendar, and the name stays", async () => {
  const detail = "That day has just been taken. Please choose another.";
  answer(() =>
    HttpResponse.json({ code: "day_full", status: 409, detail, errors: [] }, { status: 409 }),
  );

  await fillIn();

  expect((await screen.findAllByText(detail)).length).toBe(2);
  expect(screen.getByLabelText<HTMLInputElement>("Your full name").value).toBe("Walt Whitman");
});

test("a quote that is over cannot be accepted", async () => {
  server.use(
    http.get("*/api/custom-quotes/:token", () => HttpResponse.json({ ...QUOTE, is_open: false })),
  );
  renderInApp(<CustomQuotePage token={TOKEN} />);

  expect(await screen.findByText(/no longer valid/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Accept/ })).toBeNull();
});
