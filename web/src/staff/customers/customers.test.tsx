import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { hrefOf } from "#test-support.ts";
import { CONVERSATION, staffOrder } from "../orders/orders.setup.tsx";
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
import CustomersScreen from "./customers-screen.tsx";
import type { CustomerDetail } from "./use-customers.ts";

const ID = "7c1d8d2e-0000-4000-8000-000000000001";
const ORDER = "22222222-0000-4000-8000-000000000001";

const ADA: CustomerDetail = {
  id: ID,
  name: "Ada Lovelace",
  email: "ada@example.org",
  phone: "(281) 555-0100",
  orders: [
    {
      id: ORDER,
      status: "cancelled",
      address: "24 Waterway Ave",
      created_at: "2025-11-03T15:00:00Z",
    },
  ],
  spellings: [
    { name: "Ada Lovelace", email: "ada@example.org", phone: "(281) 555-0100" },
    { name: "A. Lovelace", email: "ada@example.org", phone: "2815550100" },
  ],
  holdings: [
    { table: "customers", rows: 2, becomes: "wiped" },
    { table: "payments", rows: 1, becomes: "kept" },
    { table: "something_new", rows: 3, becomes: "deleted" },
  ],
  refused_code: null,
  refused: null,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-02T15:00:00Z"), toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const look = (path = "/staff/customers", permissions?: HeldPermissions) => {
  answers("/leads", { leads: [] });
  answers(`/orders/${ORDER}`, staffOrder({ id: ORDER }));
  answers(`/orders/${ORDER}/conversation`, CONVERSATION);
  return renderStaff(<CustomersScreen />, {
    path,
    route: "/customers/:id?",
    ...(permissions ? { me: { permissions } } : {}),
  });
};
type HeldPermissions = ("see_orders" | "export" | "erase" | "place_orders")[];

const saved = () => {
  const names: string[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL() {} }),
  );
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  return names;
};

test("a customer is found by what is typed, which never stands in the address", async () => {
  const requests: string[] = [];
  const finds = (...customers: CustomerDetail[]) =>
    server.use(
      http.get("*/api/staff/customers", ({ request }) => {
        requests.push(new URL(request.url).searchParams.get("q") ?? "");
        return HttpResponse.json({ customers });
      }),
    );
  server.use(http.get("*/api/staff/customers", () => refused(422, "x", "Two letters at least.")));
  const { history } = look();
  await user.type(screen.getByLabelText("Find a customer"), "l{Enter}");
  expect(await screen.findByText("Two letters at least.")).toBeTruthy();

  finds();
  await click("Try again");
  expect(await screen.findByText("No customer matches.")).toBeTruthy();

  finds(ADA);
  await user.type(screen.getByLabelText("Find a customer"), "ovelace{Enter}");
  await screen.findByRole("link", { name: "Ada Lovelace" });
  expect(hrefOf("Ada Lovelace")).toBe(`/staff/customers/${ID}`);
  expect(screen.getByText("1 customer")).toBeTruthy();
  expect(requests).toEqual(["l", "lovelace"]);
  expect(history?.join()).not.toContain("lovelace");
});

test("a lead is found by its phone number, however it is typed", async () => {
  answers("/customers", { customers: [] });
  look("/staff/customers", ["see_orders", "place_orders"]);
  const walt = { name: "Walt Whitman", phone: "(281) 555-0144", email: "", address: "" };
  const lead = { ...walt, source: "manual_quote", source_ref: "7", wants: "A run of 210 ft" };
  answers("/leads", { leads: [lead, { ...lead, name: "Jo", phone: "7135550199" }] });
  const box = screen.getByLabelText("Find a customer");

  for (const typed of ["2815550144", "+1 281-555-0144", "0144"]) {
    await user.clear(box);
    await user.type(box, `${typed}{Enter}`);
    expect(await screen.findByRole("link", { name: "Walt Whitman" })).toBeTruthy();
    expect(screen.queryByText("Jo")).toBeNull();
  }
});

test("people without an order are found among the leads", async () => {
  answers("/customers", { customers: [] });
  look("/staff/customers", ["see_orders", "place_orders"]);
  const walt = { name: "Walt Whitman", phone: "(281) 555-0144", email: "", address: "" };
  const lead = { ...walt, source: "manual_quote", source_ref: "7", wants: "A run of 210 ft" };
  answers("/leads", { leads: [lead, { ...lead, source_ref: "8", name: "Jo" }] });

  await user.type(screen.getByLabelText("Find a customer"), "whitman{Enter}");

  expect(await screen.findByText("A run of 210 ft")).toBeTruthy();
  expect(hrefOf("Walt Whitman")).toBe("/staff/leads/manual_quote/7");
  expect(screen.queryByText("Jo")).toBeNull();
});

test("what we hold stands there, what erasing makes of it, and a copy", async () => {
  const names = saved();
  answers(`/customers/${ID}`, ADA);
  answers(`/customers/${ID}/export`, { format: "x" });
  server.use(
    http.get(`*/api/staff/customers/${ID}/export.zip`, () =>
      refused(409, "files_down", "The storage rests."),
    ),
  );
  look(`/staff/customers/${ID}`);

  expect(await screen.findByRole("region", { name: "Conversation" })).toBeTruthy();
  const table = await screen.findByRole("table");
  const row = (name: string) => within(table).getByRole("row", { name: new RegExp(name) });
  expect(row("Name and contacts").textContent).toContain("2Kept, without personal data");
  expect(row("Payments").textContent).toContain("Kept: contains no personal data");
  expect(row("something new").textContent).toContain("3Deleted");
  expect(screen.getByText(/Also written as: A. Lovelace/)).toBeTruthy();
  expect(hrefOf("24 Waterway Ave")).toBe(`/staff/orders/${ORDER}`);
  await click("Copy of the data (JSON)");
  await waitFor(() => expect(names).toEqual([`standby-customer-${ID}.json`]));
  await click("With photos and documents (ZIP)");
  expect(await screen.findByText("The storage rests.")).toBeTruthy();
});

test("erasing asks for name and reason, keeps them if refused, then is done", async () => {
  answers(`/customers/${ID}`, ADA);
  mockCall("post", `/customers/${ID}/erase`, () =>
    refused(409, "money_still_open", "Not even yet."),
  );
  const { history } = look(`/staff/customers/${ID}`);
  await click("Erase this customer");
  const dialog = within(await screen.findByRole("dialog", { name: "Erase Ada Lovelace" }));
  const confirm = dialog.getByRole("button", { name: "Erase this customer" });

  await user.type(dialog.getByLabelText("Type their name to continue"), "Ada");
  await user.click(confirm);
  expect(dialog.getByText("This is not the name above.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText("Type their name to continue"), " lovelace");
  await user.selectOptions(dialog.getByLabelText("Reason"), "mistake");
  await user.click(confirm);
  expect(await dialog.findByText("Not even yet.")).toBeTruthy();
  expect(dialog.getByDisplayValue("Ada lovelace")).toBeTruthy();

  mockCall("post", `/customers/${ID}/erase`, () =>
    HttpResponse.json({ orders: 1, rows: { customers: 2, messages: 5 }, files: 6 }),
  );
  await user.click(confirm);
  expect(
    await screen.findByText("Erased: 7 rows changed or deleted, 6 files are being deleted."),
  ).toBeTruthy();
  expect(sent[1]?.body).toEqual({ typed_name: "Ada lovelace", reason: "mistake" });
  expect(history?.at(-1)).toBe("/staff/customers");
});

test("whoever has a live order cannot be erased, and why is said", async () => {
  answers(`/customers/${ID}`, {
    ...ADA,
    refused_code: "order_still_live",
    refused: "Order 22222222 is reserved. Complete or cancel it first.",
  });
  look(`/staff/customers/${ID}`);

  expect(await screen.findByText(/Complete or cancel it first/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Erase this customer" }).hasAttribute("disabled")).toBe(
    true,
  );
});

test("lists of some days are saved under their days", async () => {
  const names = saved();
  const requests: string[] = [];
  server.use(
    http.get("*/api/staff/exports/:name", ({ request }) => {
      requests.push(request.url.split("/exports/")[1] ?? "");
      return new HttpResponse("order\r\n");
    }),
  );
  look();

  await click("Download orders");

  await waitFor(() => expect(names).toEqual(["standby-orders-2026-02-01-2026-03-02.csv"]));
  expect(requests).toEqual(["orders.csv?from=2026-02-01&to=2026-03-02"]);
  await user.clear(screen.getByLabelText("To"));
  expect(screen.getByText("The first day must come before the last.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download orders" }).hasAttribute("disabled")).toBe(
    true,
  );
});

test("who may neither export nor erase is offered neither", async () => {
  answers(`/customers/${ID}`, ADA);
  look(`/staff/customers/${ID}`, ["see_orders"]);

  await screen.findByRole("table");
  expect(screen.queryByRole("button")).toBeNull();
});
