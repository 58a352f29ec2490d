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

test("OPS-21.2 transfers and refunds on their way are to know, with the day since when", async () => {
  show(
    [],
    [
      aGroup("transfers", anItem({ title: "Marcus", amount_cents: 3_073_69 })),
      aGroup("refunds_sent", anItem({ id: "8", title: "Tom", amount_cents: 100_00 })),
    ],
  );

  for (const [name, sum] of [
    ["Bank transfers on their way", "$3,073.69"],
    ["Refunds on their way", "$100.00"],
  ] as const) {
    const moving = await group(name);
    expect(moving.getByText(sum)).toBeTruthy();
    expect(moving.getByText("on its way since Sat, Nov 21")).toBeTruthy();
    expect(moving.getByText(/^Nothing to do\./)).toBeTruthy();
  }
});

test("OPS-15.1 each group leads to the place where it is done", async () => {
  show(
    [
      aGroup("photo_reviews", anItem({ id: "r1", by: "2020-01-01T18:00:00Z" })),
      aGroup("late_payments", anItem({ amount_cents: 3_073_69, due_on: "2020-01-01" })),
      aGroup("quote_requests", anItem({ id: "q1", title: "Walt", order_id: null })),
      aGroup(
        "leads",
        anItem({ id: "call/c1", title: "Cal", order_id: null, due_on: "2020-01-01" }),
      ),
    ],
    [aGroup("transfers", anItem({ title: "Marcus" }))],
  );

  const photos = await group("Photos to review");
  const link = photos.getByRole("link", { name: "Ada Lovelace" });
  expect(link.getAttribute("href")).toBe("/staff/photos/r1");
  expect(photos.getByText("Overdue")).toBeTruthy();
  const late = await group("Late payments");
  expect(late.getByText("$3,073.69")).toBeTruthy();
  expect(hrefOf("Walt")).toBe("/staff/leads/manual_quote/q1");
  const leads = await group("Leads to contact");
  expect(leads.getByText(/^due Wed, Jan 1/)).toBeTruthy();
  expect(leads.getByRole("link", { name: "(281) 555-0100" })).toBeTruthy();
  expect(hrefOf("Cal")).toBe("/staff/leads/call/c1");
  expect(hrefOf("Marcus")).toBe(`/staff/orders/${ORDER}#money`);
  expect(hrefOf("Late payments · 1")).toBe("#late_payments");
});

test("OPS-15.1 when nothing waits, the screen says so", async () => {
  show([]);
  expect(await screen.findByText("Nothing is waiting for us.")).toBeTruthy();
});

test("of more rows than fit, all are shown, here or on their own screen", async () => {
  const replies = Array.from({ length: 25 }, (_, n) => anItem({ id: `${n}` }));
  show([
    { ...aGroup("replies", ...replies.slice(0, 20)), count: 25 },
    { ...aGroup("late_payments", anItem()), count: 30 },
  ]);
  const shown = await group("Replies to answer");
  expect(shown.getAllByRole("listitem")).toHaveLength(20);
  expect(hrefOf("See all 30")).toBe("/staff/orders?next_action=chase_payment");

  const asked = answers("/waits", { to_do: [aGroup("replies", ...replies)], to_know: [] });
  await click("See all 25");

  await waitFor(() => expect(shown.getAllByRole("listitem")).toHaveLength(25));
  expect(asked.at(-1)?.get("group")).toBe("replies");
  expect(shown.queryByRole("button", { name: /See all/ })).toBeNull();
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
  await click("Mark the message from Ada Lovelace as answered");

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.body).toEqual({ is_done: true });
});

test("MSG-05.3 words that may be an opt-out are decided here", async () => {
  mockCall("post", "/inbound-messages/7/settle", () => new HttpResponse(null, { status: 204 }));
  show([aGroup("paused_texts", anItem({ detail: "no more texts pls" }))]);
  expect((await group("Opt-out or not?")).getByText("no more texts pls")).toBeTruthy();

  await click("Opt Ada Lovelace out of texts");
  await waitFor(() => expect(sent).toHaveLength(1));
  await click("The text from Ada Lovelace was not meant as an opt-out: send texts again");

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([{ is_opt_out: true }, { is_opt_out: false }]);
});

test("OPS-15.3 what a task says and its day are changed here", async () => {
  mockCall("patch", "/tasks/t1", () => HttpResponse.json({}));
  show([aGroup("tasks", anItem({ id: "t1", title: "Order cable", due_on: "2030-01-02" }))]);

  await click("Edit: Order cable");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit" }));
  const title = dialog.getByLabelText("What needs to be done");
  await user.clear(title);
  await user.type(title, "Order pipe");
  await user.clear(dialog.getByLabelText(/^Due/));
  await user.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ title: "Order pipe", due_on: null });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(hrefOf("All tasks")).toBe("/staff/tasks");
});

test("OPS-15.3 a task is added for a colleague with its day; what was refused stays typed", async () => {
  mockCall("post", "/tasks", () => refused(409, "busy", "Try again."));
  show([]);
  await user.click(await screen.findByText("Add a task", { selector: "summary" }));
  await user.type(screen.getByLabelText("What needs to be done"), "Order cable");
  await user.selectOptions(screen.getByLabelText("Who"), "Mary");

  await click("Add a task");

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    title: "Order cable",
    order_id: null,
    assignee_id: "c0000000-0000-4000-8000-000000000001",
  });
  expect(await screen.findByText("Try again.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("What needs to be done").value).toBe(
    "Order cable",
  );
});
