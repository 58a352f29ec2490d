import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import { aBoard, GRACE, MARY, SUNDAY, TUESDAY } from "./board.fixtures.ts";
import BoardScreen from "./board-screen.tsx";
import type { Visit } from "./board-types.ts";

const VISIT: Visit = {
  id: 7,
  version: 3,
  name: "Vera Visited",
  phone: "(281) 555-0142",
  address: "1 Oak St, Spring, TX 77380",
  day: TUESDAY,
  time_window: "morning",
  start_at: "2025-12-09T14:30:00Z",
  end_at: "2025-12-09T18:30:00Z",
  technician: null,
  outcome: "",
  done_at: null,
  order_id: null,
};
const ASSIGN = "/diagnostics/7/technician";
const OFF = { ...MARY, days_off: [{ first_day: TUESDAY, last_day: TUESDAY }] };

async function look(change: Partial<Visit> = {}, me = {}) {
  answers("/board", aBoard({ technicians: [GRACE, OFF] }));
  answers("/readiness", []);
  answers("/diagnostics", [{ ...VISIT, ...change }]);
  renderStaff(<BoardScreen />, { path: `/staff/board?day=${SUNDAY}`, me });
  const part = within(await screen.findByRole("region", { name: "Diagnostic visits" }));
  await user.click(part.getByRole("button", { name: /Vera Visited/ }));
  return part;
}

const dialog = () => within(screen.getByRole("dialog"));

test("a paid visit stands under its day, beside the jobs, and a technician is sent to it", async () => {
  const part = await look();
  mockCall("post", ASSIGN, () => HttpResponse.json({ ...VISIT, technician: GRACE }));

  part.getByText("Tue, Dec 9");
  part.getByRole("button", { name: /Vera Visited.*Unassigned/ });
  expect(hrefOf(/1 Oak St/)).toContain("google.com/maps");
  dialog().getByRole("link", { name: "(281) 555-0142" });
  const mary = dialog().getByRole<HTMLInputElement>("radio", { name: /Mary Jackson/ });
  expect(mary.disabled).toBe(true);
  dialog().getByText("Off Tue, Dec 9");
  await user.click(dialog().getByRole("radio", { name: /Grace Hopper/ }));
  await click("Assign");

  await screen.findByText("Grace Hopper does this visit");
  expect(sent[0]?.body).toEqual({ technician_id: GRACE.id, if_version: 3 });
});

test("a visit that another changed meanwhile is not changed, and says so", async () => {
  await look({ technician: GRACE });
  mockCall("post", ASSIGN, () =>
    refused(409, "diagnostic_changed", "Someone changed this visit since you opened it."),
  );

  await user.click(dialog().getByRole("radio", { name: /Unassigned/ }));
  await click("Assign");

  await dialog().findByText(/Someone changed this visit/);
  await waitFor(() => expect(sent[0]?.body).toEqual({ technician_id: null, if_version: 3 }));
});

test("of a visit that is done the outcome is read, and nobody is sent any more", async () => {
  await look({ technician: GRACE, done_at: "2025-12-09T16:00:00Z", outcome: "The panel is full." });

  dialog().getByText("The panel is full.");
  expect(dialog().queryByRole("button", { name: "Assign" })).toBeNull();
});

test("who may not schedule reads a visit and the order that its fee was credited to", async () => {
  await look({ order_id: "b0000000-0000-4000-8000-000000000001" }, { permissions: ["see_orders"] });

  expect(dialog().queryByRole("button", { name: "Assign" })).toBeNull();
  expect(hrefOf("Open the order")).toContain("/orders/b0");
});
