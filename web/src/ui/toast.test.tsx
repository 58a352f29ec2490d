import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toaster, toast } from "#ui/toast.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

test("a toast is announced and leaves by itself; sent away, the others stay", () => {
  render(<Toaster />);

  act(() => toast({ title: "Notification Request Saved", text: "We'll be in touch." }));
  expect(screen.getByRole("status").textContent).toContain("Notification Request Saved");

  act(() => vi.advanceTimersByTime(8_000));
  expect(screen.getByRole("status").textContent).toBe("");

  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Error", tone: "danger" }));

  fireEvent.click(screen.getByRole("button", { name: "Dismiss: First" }));

  expect(screen.queryByText("First")).toBeNull();
  expect(screen.getByText("Error")).toBeTruthy();
});
