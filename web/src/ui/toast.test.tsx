import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastProvider, useToast } from "#ui/toast.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

function Shower() {
  const toast = useToast();
  return (
    <>
      <button
        type="button"
        onClick={() => toast({ title: "Notification Request Saved", text: "We'll be in touch." })}
      >
        Save
      </button>
      <button type="button" onClick={() => toast({ title: "First" })}>
        One
      </button>
      <button type="button" onClick={() => toast({ title: "Error", tone: "danger" })}>
        Two
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a toast is announced and leaves by itself; sent away, the others stay, and an error makes way", () => {
  render(
    <ToastProvider>
      <Shower />
    </ToastProvider>,
  );

  press("Save");
  expect(screen.getByRole("status").textContent).toContain("Notification Request Saved");

  act(() => vi.advanceTimersByTime(8_000));
  expect(screen.getByRole("status").textContent).toBe("");

  press("One");
  press("Two");

  press("Dismiss: First");

  expect(screen.queryByText("First")).toBeNull();
  expect(screen.getByText("Error")).toBeTruthy();

  press("Save");
  expect(screen.queryByText("Error")).toBeNull();
});
