import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import TasksScreen from "./tasks-screen.tsx";

const ORDER = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";
const CABLE = {
  id: "t1",
  title: "Order cable",
  order_id: ORDER,
  customer_name: "Ada Lovelace",
  assignee_id: null,
  assignee_name: "Mary",
  due_on: "2030-01-02",
  created_by: "Jo",
  created_at: "2026-11-21T16:00:00Z",
  done_at: null,
  done_by: "",
};

beforeEach(() => {
  answers("/colleagues", []);
});

const show = (...tasks: (typeof CABLE)[]) => {
  answers("/tasks", { tasks });
  renderStaff(<TasksScreen />, { path: "/staff/tasks" });
};

test("OPS-15.3 the coming tasks of colleagues are listed with person, day and order", async () => {
  show(CABLE);

  const line = within(await screen.findByRole("listitem"));
  expect(line.getByText("Mary · due Wed, Jan 2")).toBeTruthy();
  expect(hrefOf("Ada Lovelace")).toBe(`/staff/orders/${ORDER}#tasks`);
});

test("a task is edited, and what was refused stays typed", async () => {
  mockCall("patch", "/tasks/t1", () => refused(409, "busy", "Try again."));
  show(CABLE);

  await click("Edit: Order cable");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit" }));
  await user.type(dialog.getByLabelText("What needs to be done"), "s");
  await user.click(dialog.getByRole("button", { name: "Save" }));

  expect(await dialog.findByText("Try again.")).toBeTruthy();
  expect(dialog.getByDisplayValue("Order cables")).toBeTruthy();
  mockCall("patch", "/tasks/t1", () => HttpResponse.json({}));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.at(-1)?.body).toEqual({ title: "Order cables", due_on: "2030-01-02" });
});

test("where nobody has a task, it says so", async () => {
  show();
  expect(await screen.findByText("Nobody has an open task.")).toBeTruthy();
});
