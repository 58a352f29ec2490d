import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Me } from "../session/me.tsx";
import {
  answers,
  click,
  mockCall,
  refused,
  renderStaff,
  sent,
  server,
  user,
} from "../staff.setup.tsx";
import { anOverview, aRow, someRows } from "./overview.fixtures.ts";
import OverviewScreen from "./overview-screen.tsx";
import { chosenPeriod, periodQuery } from "./use-overview.ts";

vi.mock("#features/coverage-map/demand-map.tsx", () => ({
  DemandMap: ({ points }: { points: { words: string }[] }) => (
    <p>Map: {points.map(({ words }) => words).join(", ")}</p>
  ),
}));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-02T15:00:00Z"), toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const look = (path = "/staff/overview", me: Partial<Me> = {}) =>
  renderStaff(<OverviewScreen />, { path, route: "/overview/:figure?", me });
const linkIn = (name: string, of: HTMLElement = document.body) =>
  within(of).getByRole("link", { name }).getAttribute("href");

test("every figure stands there and opens the rows behind it, in the same period", async () => {
  answers("/overview", anOverview());
  look("/staff/overview?period=30");

  await screen.findByText("Sun, Feb 1 to Mon, Mar 2, Houston time");
  expect(linkIn("Reserved")).toBe("/staff/overview/reserved?period=30");
  expect(linkIn("Paid in full")).toBe("/staff/overview/paid?period=30");
  expect(screen.getByText("88.9%")).toBeTruthy();
  const money = screen.getByRole("region", { name: "Money" });
  expect(within(money).getAllByText("$1,550.25")).toBeTruthy();
  expect(within(money).getByText("3 orders owe this now")).toBeTruthy();
  expect(linkIn("$1,000.00", money)).toBe("/staff/overview/received?from=2026-02-01&to=2026-02-28");
  expect(within(money).getByText("March 2026")).toBeTruthy();
  const attention = screen.getByRole("region", { name: "Needs attention" });
  expect(attention.textContent).toContain("Failed messages2As of now");
  expect(attention.textContent).toContain("Abandoned wizards7In this period");
  const coming = screen.getByRole("region", { name: "Upcoming appointments" });
  expect(coming.textContent).toContain("1 in the morning, 1 in the afternoon, 1 of them only held");
  const times = screen.getByRole("region", { name: "How long it takes" });
  expect(times.textContent).toContain("to the visit817.5 days21 days");
  expect(times.textContent).toContain("to completion0––");
});

test("what was booked stands beside the days before, by city and by technician", async () => {
  answers("/overview", anOverview());
  look();

  const business = await screen.findByRole("region", { name: "Sales and work" });
  expect(business.textContent).toContain("$98,000.00Orders: 8. Previous period: 5 for");
  expect(business.textContent).toContain("$74,000.00Booked and not installed yet: 6");
  expect(business.textContent).toContain("The Woodlands5$60,000.00");
  expect(business.textContent).toContain("Sam Ortiz42");
});

test("OPS-10.4 what is wanted elsewhere is a table, and a map of known places", async () => {
  answers("/overview", anOverview());
  look();

  const part = await screen.findByRole("region", { name: "Demand outside our area" });
  expect(linkIn("4", part)).toBe("/staff/overview/searches?period=30&zip=77001");
  expect(linkIn("2", part)).toBe("/staff/overview/requests?period=30&zip=77001");
  expect(within(part).getByText("No ZIP code")).toBeTruthy();
  expect(await within(part).findByText("Map: 77001: 4 searches, 2 notify requests")).toBeTruthy();
  expect(
    within(part).getByText("1 ZIP code is not on the map: its location is not known."),
  ).toBeTruthy();
});

test("a long list of ZIP codes begins with the most wanted; a held outbox is said", async () => {
  const demand = Array.from({ length: 30 }, (_, number) => ({
    zip_code: String(78_000 + number),
    searches: 30 - number,
    requests: 0,
    lat: null,
    lon: null,
  }));
  answers("/overview", { ...anOverview({ demand }), outbox_held_since: "2026-03-02T14:30:00Z" });
  look();

  await screen.findByText("78011");
  expect(screen.queryByText("78012")).toBeNull();
  await click("Show all 30");
  expect(screen.getByText("78029")).toBeTruthy();
  expect(screen.getByText("No messages are being sent")).toBeTruthy();
  expect(screen.getByText(/on hold since .*8:30 AM/)).toBeTruthy();
});

test("figures that did not load can be asked for again; that nobody asked is said", async () => {
  server.use(
    http.get("*/api/staff/overview", () => refused(422, "period_wrong", "Two years at most.")),
  );
  look();
  expect(await screen.findByText("Two years at most.")).toBeTruthy();

  answers("/overview", anOverview({ demand: [] }));
  await click("Try again");

  expect(await screen.findByText("No searches from outside our area in this period.")).toBeTruthy();
  expect(screen.queryByText("No messages are being sent")).toBeNull();
});

test("the period is chosen, asked for in days of Houston, and kept in the address", async () => {
  const queries = answers("/overview", anOverview());
  const { history } = look();
  await screen.findByText("Sun, Feb 1 to Mon, Mar 2, Houston time");

  await user.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(String(queries.at(-1))).toBe("from=2026-02-24&to=2026-03-02"));
  expect(history?.at(-1)).toBe("/staff/overview?period=7");

  await user.click(screen.getByRole("radio", { name: "Custom range" }));
  await user.clear(screen.getByLabelText("From"));
  await user.type(screen.getByLabelText("From"), "2025-12-01");
  await click("Show");
  await waitFor(() => expect(String(queries.at(-1))).toBe("from=2025-12-01&to=2026-03-02"));
  expect(history?.at(-1)).toBe("/staff/overview?from=2025-12-01&to=2026-03-02");
});

test("behind a figure are its rows, each with its order, and pages of them", async () => {
  const rows = [aRow(), aRow({ key: "entry 2", note: "card", customer_name: "Bo" })];
  const page = { count: 102, pages: 3, page: 2, sum_cents: 1_550_25 };
  const queries = answers("/overview/received", someRows(rows, page));
  look("/staff/overview/received?period=7&page=2");

  expect(await screen.findByText(/^102 rows · \$1,550\.25 in total/)).toBeTruthy();
  expect(queries.map(String)).toEqual(["from=2026-02-24&to=2026-03-02&page=2"]);
  expect(linkIn("Ada Lovelace")).toBe("/staff/orders/22222222-0000-4000-8000-000000000001");
  expect(screen.getAllByText("Reservation fee")).toHaveLength(2);
  expect(screen.getAllByText("$100.00")).toHaveLength(2);
  expect(linkIn("Older")).toBe("/staff/overview/received?period=7&page=3");
  expect(linkIn("Newer")).toBe("/staff/overview/received?period=7&page=1");
  expect(linkIn("Overview")).toBe("/staff/overview?period=7");
});

test("a message that failed is sent again with one press, by those who may", async () => {
  const message = {
    what: "price_locked",
    message_id: 17,
    customer_name: "",
    contact: "ada@example.org",
    note: "no such mailbox",
    amount_cents: null,
    zip_code: "",
  };
  const path = "/staff/overview/failed_messages";
  answers("/overview/failed_messages", someRows([aRow(message)]));
  mockCall("post", "/messages/17/replay", () => HttpResponse.json({}));
  const { unmount } = look(path, { permissions: ["see_orders", "see_messages"] });
  expect(await screen.findByText("ada@example.org")).toBeTruthy();
  expect(screen.getByText("No such mailbox")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Send again/ })).toBeNull();
  unmount();

  look(path);
  await click("Send again: Message 17");
  const told = await screen.findByText("The message is on its way again.");
  expect(told.parentElement?.textContent).toMatch(/^ada@example.org: /);
  expect(sent).toHaveLength(1);
});

test("who left is named only where they agreed to it; no rows say so", async () => {
  const left = { order_id: null, customer_name: "", zip_code: "", what: "date", days: 4 };
  answers(
    "/overview/abandoned",
    someRows([
      aRow({ ...left, key: "wizard 1", contact: "Ada ada@example.org" }),
      aRow({ ...left, key: "wizard 2", at: null, day: "2026-03-20", amount_cents: null }),
    ]),
  );
  answers("/overview/searches", someRows([]));
  const { navigate } = look("/staff/overview/abandoned");

  expect(await screen.findByText("Ada ada@example.org")).toBeTruthy();
  expect(screen.getByText("No contact details")).toBeTruthy();
  expect(screen.getByText("Fri, Mar 20")).toBeTruthy();
  act(() => navigate("/staff/overview/searches?zip=77001"));
  const none = /^There is nothing behind this number. · ZIP code 77001/;
  expect(await screen.findByText(none)).toBeTruthy();
});

const TODAY = "2026-03-02";
const chosen = (query: string) => chosenPeriod(new URLSearchParams(query), TODAY);

test.each([
  ["", "30", "2026-02-01", TODAY],
  ["period=7", "7", "2026-02-24", TODAY],
  ["period=90", "90", "2025-12-03", TODAY],
  ["period=month", "month", "2026-03-01", TODAY],
  ["period=soon", "30", "2026-02-01", TODAY],
  ["from=2026-02-10&to=2026-02-01", "30", "2026-02-01", TODAY],
  ["from=2025-01-01&to=2025-01-31", null, "2025-01-01", "2025-01-31"],
])("the address %j is these days", (query, preset, from, to) => {
  expect(chosen(query)).toEqual({ preset, days: { from, to } });
});

test("a link keeps the period as it was chosen", () => {
  expect(periodQuery(chosen("period=month"))).toBe("period=month");
  expect(periodQuery(chosen("from=2025-01-01&to=2025-01-31"))).toBe(
    "from=2025-01-01&to=2025-01-31",
  );
});
