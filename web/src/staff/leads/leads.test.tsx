import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
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
import LeadsScreen from "./leads-screen.tsx";

const WALT = {
  source: "manual_quote",
  source_ref: "7c1d8d2e-0000-4000-8000-000000000001",
  name: "Walt Whitman",
  phone: "(281) 555-0144",
  email: "",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  wants: "A price for a run of 210 ft.",
  reference: "Q-7K3F9",
  promised_by: "2025-11-22T00:00:00Z",
  run_ft: 210,
  price_cents: null,
  may_contact: true,
  requested_at: "2025-11-20T15:00:00Z",
  next_contact_on: null,
  assignee_id: null,
  person: "",
  note: "",
  outcome: "open",
  lost_reason: "",
  version: 0,
};
const MARY = "c0000000-0000-4000-8000-000000000001";
const SILENT = {
  ...WALT,
  ...{ source: "wizard", source_ref: "9", name: "Jo", may_contact: false },
  ...{ reference: "", promised_by: null },
};
const PATH = `/leads/manual_quote/${WALT.source_ref}`;

beforeEach(() => {
  answers("/colleagues", []);
});

async function look() {
  answers("/leads", { leads: [WALT, SILENT] });
  renderStaff(<LeadsScreen />, { path: "/staff/leads", route: "/leads/:source?/:ref?" });
  await screen.findByText("Walt Whitman");
}

test("OPS-16.4 each lead says what they want, and who is not to be contacted", async () => {
  await look();

  const [walt, silent] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(within(walt).getByText("A price for a run of 210 ft.")).toBeTruthy();
  expect(within(walt).getByText("Reference Q-7K3F9")).toBeTruthy();
  expect(within(walt).getByText("We promised to call by Fri, Nov 21, 6:00 PM")).toBeTruthy();
  expect(within(walt).queryByText("Do not contact")).toBeNull();
  expect(within(silent).queryByText(/Reference/)).toBeNull();
  expect(within(silent).getByText("Do not contact")).toBeTruthy();
});

test("one lead has a page with what they wrote to us", async () => {
  const received_at = "2025-11-21T15:00:00Z";
  const text = { id: 1, received_at, channel: "sms", subject: "", text: "When can you come?" };
  answers(`/leads/manual_quote/${WALT.source_ref}`, { ...WALT, received: [text] });
  renderStaff(<LeadsScreen />, {
    path: `/staff/leads/manual_quote/${WALT.source_ref}`,
    route: "/leads/:source?/:ref?",
  });

  expect(await screen.findByText("When can you come?")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Walt Whitman" })).toBeTruthy();
});

test("the next contact is noted for a colleague, with the version that was shown", async () => {
  answers("/colleagues", [{ id: MARY, name: "Mary", role: "dispatcher" }]);
  await look();
  mockCall("put", PATH, () => HttpResponse.json({ ...WALT, version: 2 }));

  const [walt] = screen.getAllByRole("listitem") as [HTMLElement];
  await click("Follow up", walt);
  await user.type(screen.getByLabelText("Contact next on (optional)"), "2030-01-02");
  const who = screen.getByLabelText<HTMLSelectElement>("Who contacts them");
  expect(who.value).toBe(OWNER.id);
  await user.selectOptions(who, "Mary");
  await click("Save");

  await screen.findByText("The lead was saved.");
  expect(sent[0]?.body).toEqual({
    next_contact_on: "2030-01-02",
    assignee_id: MARY,
    note: "",
    outcome: "open",
    lost_reason: "",
    if_version: 0,
  });
});

test("lost needs a reason, and what a colleague changed meanwhile is said", async () => {
  await look();
  mockCall("put", PATH, () => refused(409, "lead_changed", "A colleague changed this lead."));

  const [walt] = screen.getAllByRole("listitem") as [HTMLElement];
  await click("Follow up", walt);
  await user.selectOptions(screen.getByLabelText("Outcome"), "lost");
  await click("Save");
  expect(await screen.findByText("Say why it was lost")).toBeTruthy();
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText("Why it was lost"), "Too dear");
  await click("Save");
  expect(await screen.findByText("A colleague changed this lead.")).toBeTruthy();
});
