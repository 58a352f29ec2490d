import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { handlers } from "#fixtures/visitor-server.ts";
import { aBoard, aDay, MONDAY, SUNDAY, TUESDAY } from "../board/board.fixtures.ts";
import {
  answers,
  click,
  mockCall,
  refused,
  renderStaff,
  sent,
  server,
  user,
} from "../staff.setup.tsx";
import QuotesScreen from "./quotes-screen.tsx";

const ID = "7c1d8d2e-0000-4000-8000-000000000001";
const ROW = {
  id: ID,
  status: "draft",
  version: 2,
  name: "Walt Whitman",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  run_ft: 210,
  total_cents: 1100000,
  valid_until: "2025-12-20T15:00:00Z",
  updated_at: "2025-11-20T15:00:00Z",
  made_by: "staff jo",
};
const LINE = {
  kind: "installation",
  description: "Installation, 210 ft run",
  quantity: 1,
  unit: "",
  unit_cents: 1100000,
  amount_cents: 1100000,
  taxable: false,
};
const QUOTE = {
  ...ROW,
  phone: "(281) 555-0144",
  email: "walt@example.org",
  agrees_to_texts: false,
  generator_choice: "provide_own",
  model_number: "",
  line_items: [LINE],
  sums: [LINE],
  message: "",
  versions: [],
  sent_at: null,
  opened_at: null,
  decided_at: null,
  typed_name: "",
  accepted_by: "",
  decline_reason: "",
  order_id: null,
};

beforeEach(() => {
  server.use(...handlers);
  answers("/board", aBoard({ days: [aDay(SUNDAY), aDay(MONDAY), aDay(TUESDAY)] }));
  answers("/quotes", { quotes: [ROW] });
});

const look = (path: string) =>
  renderStaff(<QuotesScreen />, { path: `/staff${path}`, route: "/quotes/:id?" });

test("OPS-16.2 a usual extra becomes a line, and amounts are sent in cents", async () => {
  answers(`/leads/manual_quote/${ID}`, {
    ...ROW,
    ...{ source: "manual_quote", source_ref: ID },
    ...{ email: "walt@example.org", phone: "2815550144" },
  });
  mockCall("post", "/quotes", () => HttpResponse.json(ROW, { status: 201 }));
  look(`/quotes/new?source=manual_quote&lead=${ID}`);

  await screen.findByDisplayValue("Walt Whitman");
  await user.selectOptions(screen.getByRole("combobox", { name: "Generator" }), "own");
  const [first] = screen.getAllByRole("group") as [HTMLElement];
  await user.type(within(first).getByLabelText("Price in dollars"), "11,000");
  await click("Trenching under a hard surface");
  const extra = screen.getAllByRole("group").at(-1) as HTMLElement;
  const quantity = within(extra).getByLabelText("Quantity");
  await user.clear(quantity);
  await user.type(quantity, "40");
  await user.type(within(extra).getByLabelText("Price in dollars"), "45");
  await click("Save the draft");

  await screen.findByText("The quote was saved.");
  expect(sent[0]?.body).toMatchObject({
    name: "Walt Whitman",
    run_ft: 210,
    lead: { source: "manual_quote", source_ref: ID },
    generator_choice: "provide_own",
    line_items: [
      { kind: "installation", quantity: 1, unit_cents: 1100000 },
      { kind: "extra", quantity: 40, unit: "ft", unit_cents: 4500 },
    ],
  });
});

test("a draft is sent in the version that was shown; a colleague's change is said", async () => {
  answers(`/quotes/${ID}`, QUOTE);
  mockCall("post", `/quotes/${ID}/send`, () =>
    refused(409, "custom_quote_changed", "This quote has changed since you opened it."),
  );
  look(`/quotes/${ID}`);

  await click("Send to the customer");

  expect(await screen.findByText("This quote has changed since you opened it.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ if_version: 2 });
});

test("an accepted quote cannot be changed and leads to its order", async () => {
  answers(`/quotes/${ID}`, {
    ...QUOTE,
    status: "accepted",
    typed_name: "Walt W.",
    order_id: ID,
  });
  look(`/quotes/${ID}`);

  expect(await screen.findByText("Accepted by Walt W.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Save|Send/ })).toBeNull();
});

test("OPS-16.2 a yes on the phone holds the day that the customer chose", async () => {
  answers(`/quotes/${ID}`, { ...QUOTE, status: "sent", sent_at: "2025-11-20T15:00:00Z" });
  mockCall("post", `/quotes/${ID}/accept`, () =>
    HttpResponse.json(
      {
        order_id: ID,
        code: "SB-7K3F9",
        total_cents: 1100000,
        hold_expires_at: "2025-11-21T15:00:00Z",
        notified_by: ["email"],
      },
      { status: 201 },
    ),
  );
  look(`/quotes/${ID}`);

  await click("Customer accepted on the phone");
  const form = await screen.findByRole("dialog");
  await user.click(await within(form).findByRole("button", { name: /Monday, December 8/ }));
  await user.click(within(form).getByRole("radio", { name: /Morning/ }));
  await click("Reserve and send the link to pay", form);

  const told = await screen.findByText("Reserved: SB-7K3F9");
  expect(told.parentElement?.textContent).toBe(`${QUOTE.name}: Reserved: SB-7K3F9`);
  expect(sent[0]?.body).toEqual({
    if_version: 2,
    day: "2025-12-08",
    time_window: "morning",
    hold: "24_hours",
  });
});
