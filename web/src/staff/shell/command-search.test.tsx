import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serveNobody } from "../session/session.fixtures.ts";
import { answers, renderStaff, user } from "../staff.setup.tsx";
import Console from "./console.tsx";

const hit = (id: string, title: string, order_id: string | null = null) => ({
  id,
  title,
  detail: "SB-7K3F9",
  order_id,
});

beforeEach(() => {
  serveNobody();
  answers("/waits/counts", { waits: 0, photos: 0, leads: 0 });
  answers("/waits", { to_do: [], to_know: [] });
});

test("OPS-15.5 Ctrl-K finds orders, customers and screens, and Enter goes there", async () => {
  const queries = answers("/search", {
    orders: [hit("o1", "Ada Lovelace")],
    customers: [hit("c1", "Ada Lovelace")],
    quote_requests: [hit("q1", "Walt")],
    tasks: [hit("t1", "Call Ada", "o1")],
  }); // and no other kinds, as the first release
  const { history } = renderStaff(<Console />, { path: "/staff/account" });

  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: /^Search orders/ });
  expect(document.activeElement).toBe(box);
  await user.type(box, "ada");

  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(4));
  expect(queries.at(-1)?.get("q")).toBe("ada");
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(history?.at(-1)).toBe("/staff/customers/c1"));
  expect(screen.queryByRole("combobox")).toBeNull();
});

test.each([
  ["leads", hit("call/7c1d", "Cal"), "/staff/leads/call/7c1d"],
  ["quote_requests", hit("q1", "Walt"), "/staff/leads/manual_quote/q1"],
  ["custom_quotes", hit("q2", "Walt"), "/staff/quotes/q2"],
  ["documents", hit("INV-000123", "INV-000123", "o1"), "/staff/orders/o1#money"],
  ["tasks", hit("t1", "Call Ada"), "/staff/tasks"],
  ["technicians", hit("s1", "Sam"), "/staff/orders?technician=s1"],
  ["payouts", hit("p1", "po_1"), "/staff/payouts/p1"],
])("OPS-15.5 Ctrl-K finds %s, and leads to their place", async (kind, found, place) => {
  answers("/search", { [kind]: [found] });
  const { history } = renderStaff(<Console />, { path: "/staff/account" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "xyz");
  await screen.findByRole("option", { name: new RegExp(found.title) });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history?.at(-1)).toBe(place));
});

test("a diagnostic visit is a page of the tables", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  answers("/search", { diagnostics: [hit("7", "Ada Lovelace")] });
  renderStaff(<Console />, { path: "/staff/account" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "ada");
  await user.click(await screen.findByRole("option", { name: /Ada Lovelace/ }));
  expect(assign).toHaveBeenCalledWith("/staff/tables/diagnostics/diagnostic/7/change/");
});

test("a screen is found by its name without asking the server", async () => {
  const { history } = renderStaff(<Console />, { path: "/staff/account" });
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await user.type(await screen.findByRole("combobox"), "o");
  await user.click(await screen.findByRole("option", { name: /Overview/ }));
  await waitFor(() => expect(history?.at(-1)).toBe("/staff/overview"));
});

test("LOOK-01.2 a question mark lists the keyboard's shortcuts, but not in a field", async () => {
  renderStaff(<Console />, { path: "/staff/missing" });
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  expect(screen.getByText("Search everything")).toBeTruthy();
});
