import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Link } from "wouter";
import { aProblem } from "#test-support.ts";
import type { Permission } from "../session/me.tsx";
import { serveNobody } from "../session/session.fixtures.ts";
import { answers, renderStaff, user } from "../staff.setup.tsx";
import Console from "./console.tsx";
import { problemMessage, Screen } from "./screen.tsx";

beforeEach(() => {
  serveNobody();
  answers("/waits/counts", { waits: 3, photos: 2, leads: 0 });
});

const VIEWER_PERMISSIONS: Permission[] = [
  "see_own_account",
  "see_orders",
  "see_photos",
  "see_messages",
];
const links = () =>
  within(screen.getByRole("navigation", { name: "Screens" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("an owner is shown every screen, and where they are", () => {
  renderStaff(<Console />, { path: "/staff/orders/7c1d" });

  expect(links().join()).toBe(
    "What waits,Day board,Orders,Leads,Photos,Overview,Customers,Settings,Payouts,Audit log,Tables,My account",
  );
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Orders");
});

test("OPS-30.2 what is opened seldom is in a menu that the keyboard opens and closes", async () => {
  renderStaff(<Console />, { path: "/staff/orders" });
  const more = screen.getByRole("button", { name: "More" });

  more.focus();
  await user.keyboard("{Enter}");
  expect(more.getAttribute("aria-expanded")).toBe("true");
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Payouts");
  await user.keyboard("{Escape}");
  expect(more.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(more);
});

test("OPS-15.2 the navigation counts what waits", async () => {
  renderStaff(<Console />, { path: "/staff/orders/7c1d" });

  expect(await screen.findByRole("link", { name: "What waits 3 waiting" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Photos 2 waiting" })).toBeTruthy();
});

test("OPS-15.2 the count of the navigation is that of the list, once the list is loaded", async () => {
  answers("/waits/counts", { waits: 3, photos: 2, leads: 0 });
  renderStaff(<Console />, { path: "/staff/orders/7c1d" });
  await screen.findByRole("link", { name: "What waits 3 waiting" });
  answers("/waits", {
    to_do: [{ key: "photo_reviews", count: 4, items: [] }],
    to_know: [],
  });

  await user.click(screen.getByRole("link", { name: "What waits 3 waiting" }));

  expect(await screen.findByRole("link", { name: "What waits 4 waiting" })).toBeTruthy();
});

test("a viewer is shown what their role includes, and told why no screen has a button", async () => {
  renderStaff(<Console />, {
    path: "/staff/audit-log",
    me: { role: "viewer", permissions: VIEWER_PERMISSIONS },
  });

  expect(await screen.findByRole("heading", { name: "Not part of your role" })).toBeTruthy();
  expect(screen.getByText(/^You can view this, but not change it/)).toBeTruthy();
  expect(links()).not.toContain("Audit log");
  expect(links()).not.toContain("What waits");
  expect(links()).not.toContain("Tables");
  expect(links()).toContain("Day board");
});

test("an address without a screen says so", async () => {
  renderStaff(<Console />, { path: "/staff/nowhere" });

  expect(await screen.findByRole("heading", { name: "Screen not found" })).toBeTruthy();
  expect(screen.queryByText(/^You can view this/)).toBeNull();
});

test("another screen says its name, and focus goes to its heading", async () => {
  const { navigate } = renderStaff(
    <Screen title="Orders">
      <Link href="/board">Board</Link>
    </Screen>,
    { path: "/staff/orders" },
  );
  expect(document.title).toBe("Orders | Standby staff");

  navigate("/staff/board");

  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

test.each([
  [{ detail: "Jo moved this appointment." }, "Jo moved this appointment."],
  [
    { status: 503, code: "busy" },
    "The server is very busy right now. Check whether this was done, then try again in a moment.",
  ],
  [{ status: 503 }, "Something went wrong on our side. Please try again."],
  [
    { status: 0, code: "offline" },
    "The server did not respond. Check your connection and try again.",
  ],
  [{ status: 0, code: "timeout" }, "The server took too long. Please try again."],
  [{ status: 429, retryAfter: 30 }, "Too many attempts. Try again in 30 seconds."],
  [
    { status: 403, code: "second_factor_stale" },
    "This needs your second factor. Nothing was changed.",
  ],
  [
    {
      status: 422,
      detail: "Too long.",
      errors: [{ field: "f", code: "c", message: "Too long." }],
    },
    "Too long.",
  ],
])("a refusal in words: %o", (problem, words) => {
  expect(problemMessage(aProblem("x", 409, problem))).toBe(words);
});
