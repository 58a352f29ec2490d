import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { staffState } from "#api/staff-session.ts";
import { click } from "../staff.setup.tsx";
import { requests, serveSignedIn } from "./session.fixtures.ts";
import { Idle } from "./session-dialogs.tsx";

serveSignedIn({ expiresIn: 86_400 });

const MINUTE = 60_000;
const PATIENCE = { timeout: 15_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  return () => vi.useRealTimers();
});

const pass = (minutes: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  });
const minutesSinceRenewal = () => {
  const state = staffState();
  return state.is === "in" ? (Date.now() - state.renewedAt) / MINUTE : Number.NaN;
};
const renewals = () => requests.filter(({ path }) => path === "POST /token").length - 1;

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

test("F5 an answer counts: the half hour begins anew; moving the mouse is none", async () => {
  render(<Idle />);
  await pass(28.5);
  await click("Stay signed in");
  await pass(27);
  expect(staffState().is).toBe("in");
  expect(renewals()).toBe(1);

  await pass(1.5);
  act(() => void window.dispatchEvent(new Event("pointerdown")));
  await pass(2);

  await vi.waitFor(() => expect(staffState().is).toBe("out"), PATIENCE);
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
