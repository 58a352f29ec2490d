import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { answers, click, mockCall, refused, renderStaff, server, user } from "../staff.setup.tsx";
import AuditLogScreen, { type AuditEvent, type AuditLog } from "./audit-log-screen.tsx";

const ORDER = "22222222-0000-4000-8000-000000000001";
const ACTOR = `staff ${"b".repeat(32)}`;
const SEAL = "a".repeat(64);

const anEvent = (change: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 1,
  at: "2026-03-02T15:00:00Z",
  actor: ACTOR,
  credential: "session 77",
  role: "manager",
  who: "jo@example.org",
  sentence: "jo@example.org viewed an order.",
  action: "get_staff_order",
  object: `/api/staff/orders/${ORDER}`,
  order_id: ORDER,
  status: 200,
  before: null,
  after: null,
  request_id: "r1",
  hash: SEAL,
  ...change,
});

const anAuditLog = (change: Partial<AuditLog> = {}): AuditLog => ({
  count: 1,
  events: [anEvent()],
  actors: [
    { actor: "nobody", who: "Somebody unknown" },
    { actor: ACTOR, who: "Jo Roe" },
  ],
  proved_at: "2026-03-02T08:00:00Z",
  fingerprint: SEAL,
  ...change,
});

const VERDICT = {
  is_whole: true,
  events: 40,
  entries: 60,
  broken: [],
  fingerprint: SEAL,
  checked_at: "2026-03-02T15:00:00Z",
};

const BROKEN = { is_whole: false, broken: ["act 7", "act 8"] };
const HOLDS = "Check passed: 100 rows are exactly as they were written.";

const look = (path = "/staff/audit-log") =>
  renderStaff(<AuditLogScreen />, { path, route: "/audit-log" });

test("events are sentences that lead to their order, and say exactly what they were", async () => {
  const before = { name: `hash:${SEAL}`, crews: 2 };
  answers(
    "/audit-log",
    anAuditLog({ events: [anEvent({ before, after: { name: "x", crews: null } })] }),
  );
  look();

  expect(await screen.findByText(/jo@example.org viewed an order/)).toBeTruthy();
  expect(hrefOf("Open the order")).toBe(`/staff/orders/${ORDER}`);
  await user.click(screen.getByText("Details"));
  expect(screen.getByText("name: hash:aaaaaaaa…, crews: 2")).toBeTruthy();
  expect(screen.getByText("name: x, crews: null")).toBeTruthy();
  expect(screen.getByText(ACTOR)).toBeTruthy();
  expect(screen.getByText("session 77, manager")).toBeTruthy();
  expect(screen.getByText(/1 event ·/)).toBeTruthy();
});

test("it is read by person, order and day, and the address keeps which", async () => {
  const queries = answers("/audit-log", anAuditLog({ count: 120 }));
  const { history } = look();
  await screen.findByText("Page 1 of 3");

  await user.selectOptions(screen.getByLabelText("Who"), "Jo Roe");
  await user.type(screen.getByLabelText("Order id"), ORDER);
  await user.type(screen.getByLabelText("From"), "2026-03-01");
  await user.click(screen.getByLabelText("Include views"));
  await click("Show");

  await waitFor(() =>
    expect(Object.fromEntries(queries.at(-1) ?? [])).toEqual({
      actor: ACTOR,
      order_id: ORDER,
      from: "2026-03-01",
      looks: "false",
      page: "1",
    }),
  );
  expect(history?.at(-1)).toBe(
    `/staff/audit-log?who=${ACTOR.replace(" ", "+")}&order=${ORDER}&from=2026-03-01&looks=no`,
  );
  const older = await screen.findByRole("link", { name: "Older" });
  expect(older.getAttribute("href")).toContain("page=2");
});

test.each([
  [{}, {}, /^Last night's check passed: Mon, Mar 2/, [HOLDS]],
  [
    { proved_at: null, fingerprint: "" },
    BROKEN,
    "The nightly check has not run yet.",
    ["act 7; act 8"],
  ],
])("the audit log is checked at once: %#", async (change, verdict, proved, words) => {
  answers("/audit-log", anAuditLog(change));
  mockCall("post", "/audit-log/verify", () => HttpResponse.json({ ...VERDICT, ...verdict }));
  look();
  expect(await screen.findByText(proved)).toBeTruthy();

  await click("Check now");

  for (const text of words) expect(await screen.findByText(text)).toBeTruthy();
});

test("nothing found and nothing loaded are told apart", async () => {
  server.use(
    http.get("*/api/staff/audit-log", () => refused(403, "not_allowed", "Ask a manager.")),
  );
  look("/staff/audit-log?order=no-id&page=0");
  expect(await screen.findByText("Ask a manager.")).toBeTruthy();

  answers("/audit-log", anAuditLog({ count: 0, events: [] }));
  await click("Try again");

  expect(await screen.findByText(/No events match/)).toBeTruthy();
});
