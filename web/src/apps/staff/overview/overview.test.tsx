import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, refused, renderStaff, sent, server, serveStaff, takes } from "../staff.setup.tsx";
import { anOverview, aRow, someRows } from "./overview.fixtures.ts";
import OverviewScreen from "./overview-screen.tsx";

vi.mock("#features/coverage-map/demand-map.tsx", () => ({
  DemandMap: ({ points }: { points: { words: string }[] }) => (
    <p>Map: {points.map(({ words }) => words).join(", ")}</p>
  ),
}));

serveStaff();
const user = userEvent.setup();
const ROUTE = { route: "/overview/:figure?" };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-02T15:00:00Z"), toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const look = (path = "/staff/overview") => renderStaff(<OverviewScreen />, { path, ...ROUTE });
const linkIn = (name: string, of: HTMLElement = document.body) =>
  within(of).getByRole("link", { name }).getAttribute("href");

test("every figure stands there and opens the rows behind it, in the same period", async () => {
  answers("/overview", anOverview());
  look("/staff/overview?period=30");

  await screen.findByText("Sun, Feb 1 to Mon, Mar 2, Houston days");
  expect(linkIn("Reserved")).toBe("/staff/overview/reserved?period=30");
  expect(linkIn("Paid in full")).toBe("/staff/overview/paid?period=30");
  expect(screen.getByText("88.9%")).toBeTruthy();
  const money = screen.getByRole("region", { name: "Money" });
  expect(within(money).getAllByText("$1,550.25")).toBeTruthy();
  expect(within(money).getByText("3 orders owe it now")).toBeTruthy();
  expect(linkIn("$1,000.00", money)).toBe("/staff/overview/received?from=2026-02-01&to=2026-02-28");
  expect(within(money).getByText("March 2026")).toBeTruthy();
  const attention = screen.getByRole("region", { name: "Needs somebody" });
  expect(attention.textContent).toContain("Failed messages2As of now");
  expect(attention.textContent).toContain("Abandoned wizards7In this period");
  const coming = screen.getByRole("region", { name: "Coming appointments" });
  expect(coming.textContent).toContain("1 in the morning, 1 in the afternoon, 1 of them only held");
  const times = screen.getByRole("region", { name: "How long it takes" });
  expect(times.textContent).toContain("to the visit817.5 days21 days");
  expect(times.textContent).toContain("to completion0––");
});

test("after a restore the overview says that no message is sent", async () => {
  answers("/overview", { ...anOverview(), outbox_held_since: "2026-03-02T14:30:00Z" });
  look();

  await screen.findByText("No messages are being sent");
  expect(screen.getByText(/held since .*8:30 AM/)).toBeTruthy();
});

test("an open outbox is not spoken of", async () => {
  answers("/overview", anOverview());
  look();

  await screen.findByRole("region", { name: "Money" });
  expect(screen.queryByText("No messages are being sent")).toBeNull();
});

test("OPS-10.4 what is wanted elsewhere is a table, and on the map where its place is known", async () => {
  answers("/overview", anOverview());
  look();

  const part = await screen.findByRole("region", { name: "Wanted where we do not come" });
  expect(linkIn("4", part)).toBe("/staff/overview/searches?period=30&zip=77001");
  expect(linkIn("2", part)).toBe("/staff/overview/requests?period=30&zip=77001");
  expect(within(part).getByText("No ZIP code told")).toBeTruthy();
  expect(await within(part).findByText("Map: 77001: 4 searches, 2 asked to be told")).toBeTruthy();
  expect(
    within(part).getByText("1 ZIP code is not on the map: its place is not known."),
  ).toBeTruthy();
});

test("a long list of ZIP codes begins with the most wanted", async () => {
  const demand = Array.from({ length: 30 }, (_, number) => ({
    zip_code: String(78_000 + number),
    searches: 30 - number,
    requests: 0,
    lat: null,
    lon: null,
  }));
  answers("/overview", anOverview({ demand }));
  look();

  await screen.findByText("78011");
  expect(screen.queryByText("78012")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show all 30" }));
  expect(screen.getByText("78029")).toBeTruthy();
});

test("nobody asked from elsewhere is said", async () => {
  answers("/overview", anOverview({ demand: [] }));
  look();
  expect(await screen.findByText("Nobody asked from elsewhere in this time.")).toBeTruthy();
});

test("the period is chosen, asked for in days of Houston, and kept in the address", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/staff/overview", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(anOverview());
    }),
  );
  const { history } = look();
  await screen.findByText("Sun, Feb 1 to Mon, Mar 2, Houston days");

  await user.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(asked.at(-1)).toBe("?from=2026-02-24&to=2026-03-02"));
  expect(history?.at(-1)).toBe("/staff/overview?period=7");

  await user.click(screen.getByRole("radio", { name: "Own range" }));
  await user.clear(screen.getByLabelText("From"));
  await user.type(screen.getByLabelText("From"), "2025-12-01");
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(asked.at(-1)).toBe("?from=2025-12-01&to=2026-03-02"));
  expect(history?.at(-1)).toBe("/staff/overview?from=2025-12-01&to=2026-03-02");
});

test("figures that did not load can be asked for again", async () => {
  server.use(
    http.get("*/api/staff/overview", () => refused(422, "period_wrong", "Two years at most.")),
  );
  look();
  expect(await screen.findByText("Two years at most.")).toBeTruthy();

  answers("/overview", anOverview());
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("region", { name: "Money" })).toBeTruthy();
});

test("behind a figure are its rows, each with its order, and pages of them", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/staff/overview/received", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(
        someRows([aRow(), aRow({ key: "entry 2", note: "card", customer_name: "Bo" })], {
          count: 102,
          pages: 3,
          page: 2,
          sum_cents: 1_550_25,
        }),
      );
    }),
  );
  look("/staff/overview/received?period=7&page=2");

  expect(await screen.findByText(/^102 rows · \$1,550\.25 in all/)).toBeTruthy();
  expect(asked).toEqual(["?from=2026-02-24&to=2026-03-02&page=2"]);
  expect(linkIn("Ada Lovelace")).toBe("/staff/orders/22222222-0000-4000-8000-000000000001");
  expect(screen.getAllByText("Site-visit fee")).toHaveLength(2);
  expect(screen.getAllByText("$100.00")).toHaveLength(2);
  expect(linkIn("Older")).toBe("/staff/overview/received?period=7&page=3");
  expect(linkIn("Newer")).toBe("/staff/overview/received?period=7&page=1");
  expect(linkIn("Overview")).toBe("/staff/overview?period=7");
});

test("a message that failed is sent again with one press", async () => {
  const message = {
    what: "price_locked",
    message_id: 17,
    customer_name: "",
    contact: "ada@example.org",
    note: "no such mailbox",
    amount_cents: null,
    zip_code: "",
  };
  answers("/overview/failed_messages", someRows([aRow(message)]));
  takes("post", "/messages/17/replay", () => HttpResponse.json({}));
  look("/staff/overview/failed_messages");

  await user.click(await screen.findByRole("button", { name: "Send again: Message 17" }));

  expect(await screen.findByText("It is on its way again")).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(screen.getByText("ada@example.org")).toBeTruthy();
  expect(screen.getByText("No such mailbox")).toBeTruthy();
});

test("who may not send messages is offered none", async () => {
  answers("/overview/failed_messages", someRows([aRow({ message_id: 17 })]));
  renderStaff(<OverviewScreen />, {
    path: "/staff/overview/failed_messages",
    ...ROUTE,
    me: { permissions: ["see_orders", "see_messages"] },
  });
  await screen.findByText(/^1 row/);
  expect(screen.queryByRole("button", { name: /Send again/ })).toBeNull();
});

test("who left is named only where they agreed to be written to", async () => {
  const left = { order_id: null, customer_name: "", zip_code: "", what: "date", days: 4 };
  answers(
    "/overview/abandoned",
    someRows([
      aRow({ ...left, key: "wizard 1", contact: "Ada ada@example.org" }),
      aRow({ ...left, key: "wizard 2", at: null, day: "2026-03-20", amount_cents: null }),
    ]),
  );
  look("/staff/overview/abandoned");

  expect(await screen.findByText("Ada ada@example.org")).toBeTruthy();
  expect(screen.getByText("Not to be contacted")).toBeTruthy();
  expect(screen.getByText("Fri, Mar 20")).toBeTruthy();
});

test("rows of one ZIP code say so, and none is said too", async () => {
  answers("/overview/searches", someRows([]));
  look("/staff/overview/searches?zip=77001");
  expect(
    await screen.findByText(/^There is nothing behind this figure. · ZIP code 77001/),
  ).toBeTruthy();
});
