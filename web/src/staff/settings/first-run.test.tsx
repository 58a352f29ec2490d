import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { answers, click, mockCall, renderStaff, sent } from "../staff.setup.tsx";
import { type FirstRun, FirstRunChecklist } from "./first-run.tsx";

const LIST: FirstRun = {
  version: 2,
  is_hidden: false,
  steps: [
    { step: "company", is_done: true, is_ticked: false },
    { step: "mail", is_done: true, is_ticked: true },
    { step: "prices", is_done: false, is_ticked: false },
    { step: "test_order", is_done: false, is_ticked: false },
  ],
};

const open = (list: FirstRun, permissions: ("open_tables" | "change_catalog")[]) => {
  answers("/settings/first-run", list);
  return renderStaff(<FirstRunChecklist />, { me: { permissions } });
};

test("OPS-14.5 each step leads to its place, and what no fact shows is ticked", async () => {
  mockCall("put", "/settings/first-run", () =>
    HttpResponse.json({ ...LIST, version: 3, is_hidden: true }),
  );
  open(LIST, ["open_tables", "change_catalog"]);

  expect(await screen.findByText("2 steps left")).toBeTruthy();
  expect(hrefOf("Confirm prices and fees")).toBe("/staff/settings/more");
  expect(screen.queryByRole("button", { name: /Company name/ })).toBeNull();
  await click("Mark as done: Confirm prices and fees");

  await waitFor(() => expect(screen.queryByText("Getting started")).toBeNull());
  expect(sent[0]?.body).toEqual({ version: 2, ticked: ["mail", "prices"], is_hidden: false });
});

test("technicians, terms and maps lead to the place where they are set", async () => {
  const steps = (["technicians", "terms", "maps"] as const).map((step) => ({
    step,
    is_done: false,
    is_ticked: false,
  }));
  open({ ...LIST, steps }, ["open_tables", "change_catalog"]);

  await screen.findByText("3 steps left");
  expect(hrefOf("Add your technicians")).toBe("/staff/board");
  expect(hrefOf("Terms of payment and sales tax")).toBe("/staff/settings/terms");
  expect(hrefOf("Connect Google Maps, or keep this server’s own lists")).toBe(
    "/staff/settings/connections",
  );
});

test("nobody else is shown the list", async () => {
  const { container } = open(LIST, ["open_tables"]);

  expect(container.textContent).toBe("");
});
