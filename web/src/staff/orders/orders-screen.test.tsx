import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { hrefOf } from "#test-support.ts";
import type { Me } from "../session/me.tsx";
import { answers, click, mockCall, renderStaff, sent, server, user } from "../staff.setup.tsx";
import { aNextAction, aRow } from "./orders.setup.tsx";
import OrdersScreen from "./orders-screen.tsx";

const SAM = { id: "7e000000-0000-4000-8000-000000000001", name: "Sam", phone: "", is_active: true };

const onComputer = (matches: boolean) => vi.stubGlobal("matchMedia", () => ({ matches }));

beforeEach(() => {
  onComputer(true);
});

function serveOrders(page: object = {}) {
  answers("/saved-filters", [{ id: 7, name: "Mine", query: "needs=us" }]);
  answers("/board", { today: "2026-12-01", now: "", days: [], waiting: [], technicians: [SAM] });
  return answers("/orders", { count: 1, page: 1, pages: 1, orders: [aRow()], ...page });
}

const show = (path = "/staff/orders", me: Partial<Me> = {}) =>
  renderStaff(<OrdersScreen />, { path, me });

test("each order says what to do next beside its name, and its row leads to it", async () => {
  serveOrders({
    count: 2,
    orders: [
      aRow(),
      aRow({
        id: "2f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f",
        customer_name: "Alan Turing",
        status: "accepted",
        technician_name: "Sam Ortiz",
        balance_cents: 3_073_69,
        next: aNextAction({ key: "pay_milestone", title: "Customer makes the next payment" }),
      }),
    ],
  });
  show();

  const ada = within(await screen.findByRole("row", { name: /Ada Lovelace/ }));
  expect(ada.getByText("Review the photos")).toBeTruthy();
  expect(ada.getByText("Unassigned")).toBeTruthy();
  expect(hrefOf("Ada Lovelace")).toBe(`/staff/orders/${aRow().id}`);
  const alan = within(screen.getByRole("row", { name: /Alan Turing/ }));
  expect(alan.getByText("Customer makes the next payment")).toBeTruthy();
  expect(alan.getByText("Accepted")).toBeTruthy();
  expect(alan.getByText("Sam Ortiz")).toBeTruthy();
  expect(alan.getByText("$3,073.69 due")).toBeTruthy();
  expect(screen.getByText("2 orders")).toBeTruthy();
});

test("when no order needs action, it says so", async () => {
  serveOrders({ count: 0, orders: [] });
  const { unmount } = show("/staff/orders?needs=us");
  expect(await screen.findByText(/^Nothing needs action/)).toBeTruthy();
  expect(hrefOf("Show all orders")).toBe("/staff/orders");
  unmount();

  show("/staff/orders?needs=us&place=Katy");
  expect(await screen.findByText(/^No order matches/)).toBeTruthy();
});

test("the key of the search is named where there is a keyboard", async () => {
  serveOrders();
  const { unmount } = show();
  expect(await screen.findByPlaceholderText("Press / to search")).toBeTruthy();
  unmount();

  onComputer(false);
  show();
  expect(await screen.findByRole("searchbox", { name: "Find an order" })).toBeTruthy();
  expect(screen.queryByPlaceholderText("Press / to search")).toBeNull();
});

test("the search asks once when the typing pauses, and stays in the address", async () => {
  const queries = serveOrders({ count: 120, page: 2, pages: 3 });
  const { history } = show("/staff/orders?page=2");
  expect(await screen.findByText("Page 2 of 3")).toBeTruthy();
  expect(hrefOf("Older")).toBe("/staff/orders?page=3");
  const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Find an order" });

  await user.type(box, "Ada ");
  await waitFor(() => expect(queries.at(-1)?.get("q")).toBe("Ada"));
  expect(history?.at(-1)).toBe("/staff/orders?q=Ada");
  await user.type(box, "Love");

  expect(box.value).toBe("Ada Love");
  await waitFor(() => expect(queries.at(-1)?.get("q")).toBe("Ada Love"));
  expect(queries).toHaveLength(3);
});

test("the slash leads to the search, but not from another field", async () => {
  serveOrders();
  show();
  await screen.findByText("1 order");
  const box = screen.getByRole<HTMLInputElement>("searchbox");

  await user.keyboard("/");
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe("");

  await user.keyboard("1/2");
  expect(box.value).toBe("1/2");
});

test("chips ask for one status, or for what waits for us", async () => {
  const queries = serveOrders();
  const { history } = show("/staff/orders?q=Ada");
  await screen.findByText("1 order");

  await user.click(screen.getByRole("link", { name: "Needs action" }));
  await waitFor(() => expect(queries.at(-1)?.get("needs")).toBe("staff"));
  expect(history?.at(-1)).toBe("/staff/orders?q=Ada&needs=us");
  expect(screen.getByRole("link", { name: "Needs action" }).getAttribute("aria-current")).toBe(
    "page",
  );

  await user.click(screen.getByRole("link", { name: "Equipment arrived" }));
  await waitFor(() => expect(queries.at(-1)?.get("status")).toBe("equipment_arrived"));
  expect(queries.at(-1)?.get("q")).toBe("Ada");
});

test("a list that does not load tries again; nothing found leads to all", async () => {
  server.use(http.get("*/api/staff/orders", () => HttpResponse.error()));
  show("/staff/orders?q=Ada");
  const box = () => screen.getByRole<HTMLInputElement>("searchbox");
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not respond");
  expect(box().value).toBe("Ada");

  serveOrders({ count: 0, orders: [] });
  await click("Try again");
  expect(await screen.findByText(/No order matches/)).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Show all orders" }));
  expect(await screen.findByText("There are no orders yet.")).toBeTruthy();
  expect(box().value).toBe("");
});

test("OPS-15.6 more filters and the sorting stay in the address", async () => {
  const queries = serveOrders();
  const { history } = show("/staff/orders?place=Spring");
  await screen.findByText("More filters (1)");
  await user.selectOptions(screen.getByLabelText("Balance"), "Due");
  await user.type(screen.getByLabelText("Total at least, $"), "1,000");

  await click("Show the orders");

  await waitFor(() => expect(queries.at(-1)?.get("least_cents")).toBe("100000"));
  expect(queries.at(-1)?.get("place")).toBe("Spring");
  expect(queries.at(-1)?.get("balance")).toBe("due");
  await user.click(await screen.findByRole("link", { name: "Visit" }));
  await waitFor(() => expect(queries.at(-1)?.get("sort")).toBe("visit"));
  await user.click(await screen.findByRole("link", { name: "Visit ↑" }));
  await waitFor(() => expect(history?.at(-1)).toContain("sort=-visit"));
  expect(screen.getByRole("columnheader", { name: /Visit/ }).getAttribute("aria-sort")).toBe(
    "descending",
  );
});

test("OPS-15.6 a filter is saved under a name, and a saved one is a link", async () => {
  serveOrders();
  mockCall("post", "/saved-filters", () =>
    HttpResponse.json({ id: 8, name: "Due", query: "balance=due" }),
  );
  show("/staff/orders?balance=due&q=Ada");
  expect(await screen.findByRole("link", { name: "Mine" })).toBeTruthy();
  expect(hrefOf("Mine")).toBe("/staff/orders?needs=us");

  await user.type(screen.getByLabelText("Save this filter as"), "Due");
  await click("Save");

  await waitFor(() => expect(sent[0]?.body).toEqual({ name: "Due", query: "balance=due" }));
});

test("OPS-15.6 an action on ticked orders lists what was refused", async () => {
  serveOrders({ count: 2, orders: [aRow(), aRow({ id: SAM.id, customer_name: "Alan Turing" })] });
  mockCall("post", "/orders-at-once/technician", () =>
    HttpResponse.json({
      done: 1,
      outcomes: [
        { order_id: aRow().id, customer_name: "Ada Lovelace", why_not: "" },
        { order_id: SAM.id, customer_name: "Alan Turing", why_not: "There is no date yet." },
      ],
    }),
  );
  show("/staff/orders", { not_connected: ["sms"] });
  await user.click(await screen.findByRole("checkbox", { name: /^Select all/ }));
  await click("Assign a technician");
  const opened = within(await screen.findByRole("dialog"));
  expect(opened.getByText(/^The technician’s name .* Texts are not connected: /)).toBeTruthy();
  await user.selectOptions(opened.getByLabelText("Technician"), "Sam");

  await user.click(opened.getByRole("button", { name: "Assign a technician" }));

  expect(await opened.findByText("1 done, 1 refused")).toBeTruthy();
  expect(opened.getByText("Alan Turing: There is no date yet.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ order_ids: [aRow().id, SAM.id], technician_id: SAM.id });
});

test("OPS-18.1 an action on ticked orders is undone for all of them, within ten seconds", async () => {
  serveOrders({ count: 1, orders: [aRow()] });
  const outcomes = [{ order_id: aRow().id, customer_name: "Ada Lovelace", why_not: "" }];
  const undo_until = new Date(Date.now() + 10_000).toISOString();
  mockCall("post", "/orders-at-once/technician", () =>
    HttpResponse.json({ done: 1, outcomes, action_ids: [SAM.id], undo_until }),
  );
  mockCall("post", "/orders-at-once/undo", () =>
    HttpResponse.json({ done: 1, outcomes, action_ids: [], undo_until: null }),
  );
  show();
  await user.click(await screen.findByRole("checkbox", { name: /^Select all/ }));
  await click("Assign a technician");
  const opened = within(await screen.findByRole("dialog"));
  await user.selectOptions(opened.getByLabelText("Technician"), "Sam");
  await user.click(opened.getByRole("button", { name: "Assign a technician" }));

  await user.click(await opened.findByRole("button", { name: "Undo" }));

  expect(await opened.findByText("Undone: 1. Could not be undone: 0.")).toBeTruthy();
  expect(opened.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(sent[1]?.body).toEqual({ action_ids: [SAM.id] });
});
