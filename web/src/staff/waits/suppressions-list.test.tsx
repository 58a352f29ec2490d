import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import WaitsScreen from "./waits-screen.tsx";

type Suppression = Schemas["SuppressionOut"];

const aRow = (change: Partial<Suppression> = {}): Suppression => ({
  id: 3,
  channel: "email",
  recipient: "ada@example.org",
  is_erased: false,
  is_pause: false,
  evidence: "They turned it off on their booking page.",
  words: "",
  since: "2026-11-21T16:00:00Z",
  texts_need: "",
  unsent: 0,
  ...change,
});

const STOP = aRow({
  id: 4,
  channel: "sms",
  recipient: "2815550100",
  evidence: "They texted it to us.",
  words: "STOP please",
  texts_need: "start",
});

async function open(rows: Suppression[]) {
  answers("/waits", { to_do: [], to_know: [] });
  answers("/colleagues", []);
  answers("/suppressions", { items: rows, next_before: null });
  renderStaff(<WaitsScreen />, { path: "/staff/waits" });
  await click("Addresses and numbers that get nothing");
  return within(
    await screen.findByRole("region", { name: "Addresses and numbers that get nothing" }),
  );
}

test("MSG-04.5 each opt-out stands with its evidence and what else texts need", async () => {
  const list = await open([
    STOP,
    aRow({ unsent: 2 }),
    aRow({ id: 5, is_erased: true, recipient: "" }),
    aRow({ id: 6, channel: "sms", recipient: "2815550111", texts_need: "yes" }),
  ]);

  expect(await list.findByText("(281) 555-0100")).toBeTruthy();
  expect(list.getByText("“STOP please”")).toBeTruthy();
  expect(list.getByText(/They texted it to us\./)).toBeTruthy();
  expect(list.getByText(/only once they text START/)).toBeTruthy();
  expect(list.getByText(/only once they text YES or START/)).toBeTruthy();
  expect(list.getByText("2 messages to an account or to us not sent")).toBeTruthy();
  expect(list.getByText("Erased")).toBeTruthy();
});

test("MSG-04.5 lifting asks first, and says what it does not do", async () => {
  mockCall("post", "/suppressions/4/lift", () => new HttpResponse(null, { status: 204 }));
  await open([STOP]);

  await click("Lift for (281) 555-0100");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/It gives no consent/)).toBeTruthy();
  expect(dialog.getByText(/only once they text START/)).toBeTruthy();
  expect(sent).toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: "Lift" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(
    await screen.findByText(/Lifted for \(281\) 555-0100: texts go again once they text START/),
  ).toBeTruthy();
});

test("a pause is lifted as words that were not meant; a refusal is shown", async () => {
  mockCall("post", "/suppressions/3/lift", () => refused(409, "busy", "Try again."));
  await open([aRow({ is_pause: true })]);

  await click("Lift for ada@example.org");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/count as not meant/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Lift" }));

  expect(await dialog.findByText("Try again.")).toBeTruthy();
});

test("they are searched by a part of the address, and older ones follow", async () => {
  const list = await open([]);
  expect(await list.findByText("None.")).toBeTruthy();
  mockCall("get", "/suppressions", () => {
    const query = sent.at(-1)?.query;
    return query?.before
      ? HttpResponse.json({ items: [STOP], next_before: null })
      : HttpResponse.json({ items: [aRow()], next_before: 3 });
  });

  await user.type(list.getByLabelText("Part of an email or phone number"), " ada@ ");
  await click("Search");
  expect(await list.findByText("ada@example.org")).toBeTruthy();
  expect(sent.at(-1)?.query.search).toBe("ada@");
  await click("Show older");

  expect(await list.findByText("(281) 555-0100")).toBeTruthy();
  expect(list.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("who may not send messages sees the list and no press", async () => {
  answers("/waits", { to_do: [], to_know: [] });
  answers("/colleagues", []);
  answers("/suppressions", { items: [aRow()], next_before: null });
  const me = { permissions: ["see_orders", "see_messages"] as const };
  renderStaff(<WaitsScreen />, { path: "/staff/waits", me: { permissions: [...me.permissions] } });
  await click("Addresses and numbers that get nothing");

  expect(await screen.findByText("ada@example.org")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Lift/ })).toBeNull();
});
