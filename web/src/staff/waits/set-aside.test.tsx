import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import WaitsScreen from "./waits-screen.tsx";

const ID = "d0000000-0000-4000-8000-000000000001";
const ITEM = {
  id: ID,
  kind: "mail",
  source: "ada at mail.example",
  sender: "husband@example.net",
  subject: "Re: Your reservation",
  size_bytes: 900,
  received_at: "2026-11-21T16:00:00Z",
  verdict: "nobody",
  reason: "of no order that we know",
  proof: "claimed",
  order_id: null,
  is_here: true,
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
            id: ID,
            title: "husband@example.net",
            detail: "Re: Your reservation · of no order that we know",
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

async function look(item = ITEM, files: readonly string[] = []) {
  answers(`/inbox/${ID}`, {
    item,
    files,
    text: "Cancel the visit on Tuesday.",
    proposed: [
      { id: "o1", code: "SB-7K3F9", customer: "Ada Lovelace", address: "24 Waterway Ave" },
    ],
  });
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
  const group = within(await screen.findByRole("region", { name: "Set aside" }));
  await click("Look at the message from husband@example.net");
  await group.findByText("Cancel the visit on Tuesday.");
  return group;
}

test("IN-01.5 a message of nobody goes to the order that is proposed, or whose number is typed", async () => {
  mockCall("post", `/inbox/${ID}/order`, () => HttpResponse.json({ ...ITEM, verdict: "taken" }));
  const group = await look();

  await click("Belongs to this order");
  expect(await group.findByText(/Enter the number of the order/)).toBeTruthy();
  await click("Belongs to SB-7K3F9, Ada Lovelace");
  expect(await screen.findByText("In the conversation of SB-7K3F9.")).toBeTruthy();
  await user.type(group.getByLabelText("Number of the order"), "SB-11111");
  await click("Belongs to this order");
  await screen.findByText("In the conversation of SB-11111.");

  expect(sent.map(({ body }) => body)).toEqual([{ code: "SB-7K3F9" }, { code: "SB-11111" }]);
});

test("a message is tried again or ignored, and a refusal is said", async () => {
  mockCall("post", `/inbox/${ID}/again`, () =>
    HttpResponse.json({ ...ITEM, verdict: "set_aside", reason: "RecursionError" }),
  );
  mockCall("post", `/inbox/${ID}/ignore`, () => refused(409, "inbox_item_settled", "Settled."));
  await look();

  await click("Try again");
  expect(await screen.findByText("It still cannot be placed.")).toBeTruthy();
  mockCall("post", `/inbox/${ID}/again`, () => HttpResponse.json({ ...ITEM, verdict: "taken" }));
  await click("Try again");
  expect(await screen.findByText("It is in the conversation now.")).toBeTruthy();
  await click("Ignore");
  expect(await screen.findByText("Settled.")).toBeTruthy();
});

test("what was left in the mailbox can be neither tried nor downloaded", async () => {
  const group = await look({ ...ITEM, is_here: false });

  expect(group.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(group.queryByRole("button", { name: "Download the original" })).toBeNull();
});

test("IN-02.8 what came with it and how far its sender is proven stand below its words", async () => {
  const group = await look(ITEM, ["1.jpg", "Approval.pdf"]);

  expect(group.getByText("2 pictures or files came with it: 1.jpg, Approval.pdf")).toBeTruthy();
  expect(group.getByText("Nothing proves who sent this")).toBeTruthy();
});

test("IN-02.8 what was ignored or forged is listed, and can be looked at again", async () => {
  const row = (number: number) => ({
    id: number === 1 ? ID : `d${number}`,
    kind: "mail",
    sender: number === 2 ? "" : `sender${number}@example.net`,
    subject: "Away",
    received_at: "2026-11-21T16:00:00Z",
    reason: "written by a program",
  });
  mockCall("get", "/inbox", () => {
    const query = sent.at(-1)?.query;
    if (query?.verdict !== "ignored") return HttpResponse.json({ items: [], next_before: null });
    return query.before
      ? HttpResponse.json({ items: [row(2)], next_before: null })
      : HttpResponse.json({ items: [row(1)], next_before: 7 });
  });
  answers(`/inbox/${ID}`, {
    item: { ...ITEM, verdict: "ignored" },
    text: "I am away.",
    files: [],
    proposed: [],
  });
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
  await click("Emails and texts of no order");
  expect(await screen.findByText("None.")).toBeTruthy();

  await user.click(screen.getByRole("radio", { name: "Ignored" }));
  expect(await screen.findByText("sender1@example.net")).toBeTruthy();
  await click("Show older");
  expect(await screen.findByText("Unknown sender")).toBeTruthy();
  await click("Look at the message from sender1@example.net");

  expect(await screen.findByText("I am away.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ignore" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});
