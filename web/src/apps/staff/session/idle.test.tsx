import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#lib/api/staff-auth.ts";
import { openStaffSession, signOut, staffState } from "#lib/api/staff-session.ts";
import { serveStaff } from "../staff.setup.tsx";
import { Idle } from "./idle.tsx";
import { aSession, asked, authAnswers, serveNobody } from "./session.fixtures.ts";

serveStaff();

const MINUTE = 60_000;
const PATIENCE = { timeout: 15_000 };

beforeEach(async () => {
  serveNobody();
  await openStaffSession();
  authAnswers("post", "/token", () => HttpResponse.json(aSession({ expiresIn: 86_400 })));
  await signIn({ email: "jo@example.org", password: "x" });
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(async () => {
  vi.useRealTimers();
  serveNobody();
  await signOut("local");
});

const pass = (minutes: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  });
const minutesSinceRenewal = () => {
  const state = staffState();
  return state.is === "in" ? (Date.now() - state.renewedAt) / MINUTE : Number.NaN;
};
const renewals = () => asked.filter(({ path }) => path === "POST /token").length - 1;

test("F5 after 28 minutes it asks, after 30 it signs out", async () => {
  render(<Idle />);
  await pass(27);
  expect(screen.queryByText("Are you still there?")).toBeNull();

  await pass(1.2);
  expect(screen.getByText("Are you still there?")).toBeTruthy();
  expect(screen.getByText(/You will be signed out in/)).toBeTruthy();

  await pass(2);
  await vi.waitFor(() => expect(staffState()).toMatchObject({ is: "out", why: "idle" }), PATIENCE);
});

test("F5 an answer counts: the session is renewed and the half hour begins anew", async () => {
  render(<Idle />);
  await pass(28.5);

  await userEvent.click(screen.getByRole("button", { name: "Stay signed in" }));
  await pass(27);

  expect(staffState().is).toBe("in");
  expect(renewals()).toBe(1);
});

test("F5 whoever works is not asked, and the server is told now and then", async () => {
  render(<Idle />);

  for (let worked = 0; worked < 60; worked += 2) {
    await pass(2);
    act(() => void window.dispatchEvent(new Event("keydown")));
    await vi.waitFor(() => expect(minutesSinceRenewal()).toBeLessThan(5), PATIENCE);
  }

  expect(staffState().is).toBe("in");
  expect(screen.queryByText("Are you still there?")).toBeNull();
  expect(renewals(), "every six minutes").toBe(10);
});

test("F5 while it asks, moving the mouse is no answer", async () => {
  render(<Idle />);
  await pass(28.5);

  act(() => void window.dispatchEvent(new Event("pointerdown")));
  await pass(2);

  await vi.waitFor(() => expect(staffState().is).toBe("out"), PATIENCE);
});
