import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { answers, click, mockCall, renderStaff, sent, server, user } from "../staff.setup.tsx";
import type { Connection } from "./connections-section.tsx";
import SettingsScreen from "./settings-screen.tsx";

const MAIL: Connection = {
  name: "mail",
  provider: "kept",
  is_live: false,
  details: { from: "Standby <hello@standby.example>" },
  variables: ["STANDBY_MAIL", "SMTP_HOST"],
  last_success_at: "2026-03-02T15:00:00Z",
  last_failure_at: null,
};
const TEXTS: Connection = { ...MAIL, name: "texts", provider: "twilio", is_live: true };
const CARDS: Connection = { ...MAIL, name: "cards", provider: "stripe", is_live: true };
const MAPS: Connection = { ...MAIL, name: "maps", provider: "offline" };

const MESSAGES = [
  {
    id: 1,
    subject: "A test from Standby",
    text: "This is a test",
    recipient: "jo@example.org",
    status: "sent",
    outcome: "kept",
    last_error: "",
    created_at: "2026-03-02T15:00:00Z",
  },
  {
    id: 2,
    subject: "Your saved price",
    text: "Here it is",
    recipient: "vera@example.org",
    status: "dead",
    outcome: "dead",
    last_error: "no such mailbox",
    created_at: "2026-03-02T16:00:00Z",
  },
];

const open = () => {
  answers("/settings/connections", [MAIL, TEXTS, CARDS, MAPS]);
  server.use(
    http.get("*/api/staff/messages", ({ request }) => {
      const asked = new URL(request.url).searchParams.get("status");
      return HttpResponse.json(MESSAGES.filter(({ status }) => status === asked));
    }),
  );
  renderStaff(<SettingsScreen />, {
    path: "/staff/settings/connections",
    route: "/settings/:section?",
  });
};

test("OPS-14.4 each connection says what it is set to, by which variables, and sends a test", async () => {
  mockCall("post", "/settings/connections/mail/test", () =>
    HttpResponse.json({ is_ok: true, reason: "" }),
  );
  open();

  const mail = await screen.findByRole("region", { name: "Email" });
  expect(within(mail).getByText("Not live")).toBeTruthy();
  expect(within(mail).getByText("Last kept")).toBeTruthy();
  expect(within(mail).getByText("STANDBY_MAIL, SMTP_HOST")).toBeTruthy();
  await click("Send a test to jo@example.org", mail);

  expect(await within(mail).findByText(/Kept on this server: read it below/)).toBeTruthy();
  expect(await screen.findByText("This is a test")).toBeTruthy();
});

test("a message about no order that failed is listed too, newest first, with the reason", async () => {
  open();

  const list = within(await screen.findByRole("region", { name: "Messages without an order" }));
  await list.findByText("no such mailbox", { exact: false });
  const items = list.getAllByRole("listitem").map(({ textContent }) => textContent);

  expect(items[0]).toMatch(/Your saved price.*Not delivered$/);
  expect(items[1]).toMatch(/A test from Standby.*Kept, not sent$/);
});

test("a test that fails says why", async () => {
  mockCall("post", "/settings/connections/texts/test", () =>
    HttpResponse.json({ is_ok: false, reason: "401, code 20003" }),
  );
  open();

  const texts = await screen.findByRole("region", { name: "Texts" });
  await user.type(within(texts).getByRole("textbox"), "2815550100");
  await click("Send a test text", texts);

  expect(await within(texts).findByText("401, code 20003")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ phone: "(281) 555-0100" });
});
