import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import WaitsScreen from "./waits-screen.tsx";

const ID = "d0000000-0000-4000-8000-000000000002";
const REPORT = {
  id: ID,
  what: "payout line",
  number: "txn_1",
  payout: "po_1",
  received_at: "2026-11-21T16:00:00Z",
  verdict: "set_aside",
  reason: "the amount is missing",
  attempts: 1,
  text: '{ "id": "txn_1" }',
};

beforeEach(() => {
  answers("/colleagues", []);
  answers("/waits", {
    to_do: [
      {
        key: "inbox",
        count: 1,
        items: [
          {
            id: `card_report/${ID}`,
            title: "Payout line txn_1 of payout po_1",
            detail: "the amount is missing",
            phone: "",
            order_id: null,
            since: "2026-11-21T16:00:00Z",
            by: null,
            due_on: null,
            amount_cents: null,
          },
        ],
      },
    ],
    to_know: [],
  });
});

async function look(text = REPORT.text) {
  answers(`/card-reports/${ID}`, { ...REPORT, text });
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
  const group = within(await screen.findByRole("region", { name: "Set aside" }));
  await click("Look at the report: Payout line txn_1 of payout po_1");
  await group.findByLabelText("The report as it came");
  return group;
}

test("IN-06.5 a report of the card provider is read and tried again, and belongs to no order", async () => {
  mockCall("post", `/card-reports/${ID}/again`, () =>
    HttpResponse.json({ ...REPORT, verdict: "taken", reason: "" }),
  );
  const group = await look();

  expect(group.getByDisplayValue(REPORT.text)).toBeTruthy();
  expect(group.queryByText("Belongs to this order")).toBeNull();
  await click("Try again");

  expect(await screen.findByText("It is in the books now.")).toBeTruthy();
});

test("a report that still cannot be taken says why, and one is ignored by a press", async () => {
  mockCall("post", `/card-reports/${ID}/again`, () => HttpResponse.json(REPORT));
  mockCall("post", `/card-reports/${ID}/ignore`, () => refused(409, "inbox_item_settled"));
  const group = await look("");

  expect(group.getByDisplayValue("There are no words in it that can be shown.")).toBeTruthy();
  await click("Try again");
  expect(await screen.findByText("It still cannot be taken.")).toBeTruthy();
  await click("Ignore");

  expect(await group.findByRole("alert")).toBeTruthy();
});

test("IN-06.5 what was ignored is listed, and tried again", async () => {
  const row = (number: number) => ({
    id: number === 1 ? ID : `d${number}`,
    title: `Payout po_${number}`,
    received_at: "2026-11-21T16:00:00Z",
    reason: "ignored by staff",
  });
  mockCall("get", "/card-reports", () => {
    const query = sent.at(-1)?.query;
    if (query?.verdict !== "ignored") return HttpResponse.json({ items: [], next_before: null });
    return query.before
      ? HttpResponse.json({ items: [row(2)], next_before: null })
      : HttpResponse.json({ items: [row(1)], next_before: 7 });
  });
  answers(`/card-reports/${ID}`, { ...REPORT, verdict: "ignored", reason: "ignored by staff" });
  mockCall("post", `/card-reports/${ID}/again`, () =>
    HttpResponse.json({ ...REPORT, verdict: "taken", reason: "" }),
  );
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
  await click("Reports of the card provider");

  expect(await screen.findByText("Payout po_1")).toBeTruthy();
  await click("Show older");
  expect(await screen.findByText("Payout po_2")).toBeTruthy();
  await click("Look at the report: Payout po_1");
  await click("Try again");
  expect(await screen.findByText("It is in the books now.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ignore" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Set aside" }));

  expect(await screen.findByText("None.")).toBeTruthy();
});
