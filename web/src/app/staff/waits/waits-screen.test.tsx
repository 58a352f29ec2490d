import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { WaitingGroup, WaitingItem } from "#api/staff-waits.ts";
import { hrefOf } from "#test-support.ts";
import {
  answers,
  click,
  mockCall,
  OWNER,
  refused,
  renderStaff,
  sent,
  user,
} from "../staff.setup.tsx";
import WaitsScreen from "./waits-screen.tsx";

const ORDER = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";

const anItem = (change: Partial<WaitingItem> = {}): WaitingItem => ({
  id: "7",
  title: "Ada Lovelace",
  detail: "24 Waterway Ave",
  phone: "+12815550100",
  order_id: ORDER,
  since: "2026-11-21T16:00:00Z",
  by: null,
  due_on: null,
  amount_cents: null,
  ...change,
});

const aGroup = (key: WaitingGroup["key"], ...items: WaitingItem[]): WaitingGroup => ({
  key,
  count: items.length,
  items,
});

function show(toDo: WaitingGroup[], toKnow: WaitingGroup[] = []) {
  answers("/waits", { to_do: toDo, to_know: toKnow });
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
}

const group = async (name: string) => within(await screen.findByRole("region", { name }));

beforeEach(() => {
  answers("/colleagues", [
    { id: OWNER.id, name: "Jo", role: "owner" },
    { id: "c0000000-0000-4000-8000-000000000001", name: "Mary", role: "dispatcher" },
  ]);
});

test("OPS-15.1 each group leads to the place where it is done", async () => {
  show(
    [
      aGroup("photo_reviews", anItem({ id: "r1", by: "2020-01-01T18:00:00Z" })),
      aGroup("late_payments", anItem({ amount_cents: 3_073_69, due_on: "2020-01-01" })),
      aGroup("quote_requests", anItem({ title: "Walt", order_id: null })),
    ],
    [aGroup("transfers", anItem({ title: "Marcus" }))],
  );

  const photos = await group("Photos to review");
  const link = photos.getByRole("link", { name: "Ada Lovelace" });
  expect(link.getAttribute("href")).toBe("/staff/photos/r1");
  expect(photos.getByText("Overdue")).toBeTruthy();
  const late = await group("Late payments");
  expect(late.getByText("$3,073.69")).toBeTruthy();
  expect(hrefOf("Walt")).toBe("/staff/leads");
  expect(hrefOf("Marcus")).toBe(`/staff/orders/${ORDER}#money`);
  expect(hrefOf("Late payments · 1")).toBe("#late_payments");
});

test("OPS-15.1 when nothing waits, the screen says so", async () => {
  show([]);
  expect(await screen.findByText("Nothing waits for us.")).toBeTruthy();
});

test("a lapsed hold becomes a task of whoever presses, with one press", async () => {
  mockCall("post", "/tasks", () => HttpResponse.json({}, { status: 201 }));
  show([aGroup("lapsed_holds", anItem())]);

  await click("Remind me to call Ada Lovelace");

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ order_id: ORDER, assignee_id: OWNER.id });
});

test("a task is done and a text is answered from here", async () => {
  mockCall("patch", "/tasks/t1", () => HttpResponse.json({}));
  mockCall("post", "/inbound-messages/7/answered", () => new HttpResponse(null, { status: 204 }));
  show([aGroup("tasks", anItem({ id: "t1", title: "Order cable" })), aGroup("replies", anItem())]);

  await click("Done: Order cable");
  await click("Mark the text from Ada Lovelace as answered");

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toEqual({ is_done: true });
});

test("OPS-15.3 a task is added for a colleague with its day; what was refused stays typed", async () => {
  mockCall("post", "/tasks", () => refused(409, "busy", "Try again."));
  show([]);
  await user.click(await screen.findByText("Add a task", { selector: "summary" }));
  await user.type(screen.getByLabelText("What is to be done"), "Order cable");
  await user.selectOptions(screen.getByLabelText("Who"), "Mary");

  await click("Add a task");

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    title: "Order cable",
    order_id: null,
    assignee_id: "c0000000-0000-4000-8000-000000000001",
  });
  expect(await screen.findByText("Try again.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("What is to be done").value).toBe("Order cable");
});
