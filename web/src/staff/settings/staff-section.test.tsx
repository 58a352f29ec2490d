import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { answers, click, mockCall, renderStaff, sent, user } from "../staff.setup.tsx";
import SettingsScreen from "./settings-screen.tsx";
import type { Invitation, StaffEvent, StaffUser } from "./staff-section.tsx";

const JO: StaffUser = {
  id: "7c1d8d2e-0000-4000-8000-000000000009",
  name: "Jo",
  email: "jo@example.org",
  role: "owner",
  is_active: true,
  has_second_factor: true,
  last_sign_in_at: "2026-03-02T15:00:00Z",
  invited_until: null,
  is_you: true,
};
const MARY: StaffUser = {
  ...JO,
  id: "7c1d8d2e-0000-4000-8000-000000000010",
  name: "Mary",
  email: "mary@example.org",
  role: "viewer",
  has_second_factor: false,
  last_sign_in_at: null,
  is_you: false,
};
const INVITATION: Invitation = {
  user: MARY,
  url: "https://site.test/staff?token_hash=abc&type=invite",
  expires_at: "2026-03-02T16:00:00Z",
  is_mailed: false,
};

const HISTORY: StaffEvent[] = [
  { at: "2026-03-02T15:00:00Z", who: "Jo", name: "Mary", change: "role", role: "viewer" },
  { at: "2026-03-01T15:00:00Z", who: "Jo", name: "Mary", change: "invited", role: "dispatcher" },
];

const open = (people = [JO, MARY]) => {
  answers("/settings/staff", people);
  answers("/settings/staff/history", HISTORY);
  renderStaff(<SettingsScreen />, {
    path: "/staff/settings/staff",
    route: "/settings/:section?",
  });
};

test("OPS-14.3 an invitation names the role's rights, and its link can be copied", async () => {
  mockCall("post", "/settings/staff", () => HttpResponse.json(INVITATION, { status: 201 }));
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  open();

  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Mary");
  await user.type(screen.getByRole("textbox", { name: "Email" }), "mary@example.org");
  await click("Invite");
  expect(screen.getByText("Please choose a role.")).toBeTruthy();
  expect(screen.getByText(/Runs the orders.*No refunds/)).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Dispatcher" }));
  await click("Invite");
  await click("Copy the link");

  expect(sent[0]?.body).toEqual({ name: "Mary", email: "mary@example.org", role: "dispatcher" });
  expect(write).toHaveBeenCalledWith(INVITATION.url);
  expect(screen.getByText(/pass on this link yourself.*works once, until/)).toBeTruthy();
});

test("a script's card has its name, and no link to sign in", async () => {
  open([{ ...MARY, name: "night", email: "" }]);

  expect(await screen.findByText("A script that uses the API with a token")).toBeTruthy();
  expect(screen.queryByText(/No second factor yet/)).toBeNull();
  expect(screen.queryByRole("button", { name: /Make a new link/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Change night" })).toBeTruthy();
});

test("a person's card says whether they have signed in, and a new link can be made", async () => {
  mockCall("post", `/settings/staff/${MARY.id}/link`, () => HttpResponse.json(INVITATION));
  open();

  expect(await screen.findByText(/Last signed in/)).toBeTruthy();
  expect(screen.getByText(/Has not signed in yet/)).toBeTruthy();
  await click("Make a new link for Mary");

  expect(await screen.findByRole("textbox", { name: "Link" })).toHaveProperty(
    "value",
    INVITATION.url,
  );
});

test("a change of the role is one form", async () => {
  mockCall("patch", `/settings/staff/${MARY.id}`, () =>
    HttpResponse.json({ ...MARY, role: "manager" }),
  );
  open();

  await click("Change Mary");
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("radio", { name: "Manager" }));
  await click("Save", dialog);

  expect(await screen.findByText("Mary was changed.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    role: "manager",
    is_active: true,
    forget_second_factors: false,
  });
});

test("OPS-14.3 below stands who invited and changed whom", async () => {
  open();

  expect(await screen.findByText("Mary was invited, as Dispatcher.")).toBeTruthy();
  expect(screen.getByText("Mary’s role is Viewer now.")).toBeTruthy();
});
