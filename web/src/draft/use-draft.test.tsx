import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { COVERED } from "./draft.fixtures.ts";
import { keepInstallationComplete, readInstallationComplete } from "./installation-complete.ts";
import { readDraft, recordDraft, startDraft, useDraft } from "./use-draft.ts";

const cameBack = () =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
const storedDraft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");

beforeEach(() => {
  sessionStorage.clear();
  cameBack();
});

test("WIZ-02.1 the draft is kept in session storage under 'unified', by its own id", () => {
  recordDraft({ type: "addressTyped", address: "9 Grogans Mill Rd" });

  expect(storedDraft().location.address.formatted).toBe("9 Grogans Mill Rd");
  expect(storedDraft().wizard.version).toBe("1.0");

  const before = readDraft().wizard.id;

  const fresh = startDraft();

  expect(fresh.wizard.id).not.toBe(before);
  expect(fresh.wizard.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(fresh.metadata.user_agent).toBe(navigator.userAgent);
  expect(storedDraft().wizard.id).toBe(fresh.wizard.id);
});

test("what was ticked goes with its home: another address or a new draft starts without", () => {
  const ticked = () => sessionStorage.getItem("loadAnswers");
  const tick = () => sessionStorage.setItem("loadAnswers", JSON.stringify({ dryer: "electric" }));
  tick();
  startDraft(); // of a visitor who sized their home before the first address
  recordDraft(COVERED);
  recordDraft(COVERED);
  expect(ticked()).not.toBeNull();

  recordDraft({ type: "addressTyped", address: "9 Grogans Mill Rd" });
  expect(ticked()).toBeNull();
  recordDraft(COVERED);
  tick();
  startDraft();
  expect(ticked()).toBeNull();

  recordDraft({ type: "orderPlaced", orderId: "o1" });
  tick();
  startDraft();
  expect(ticked()).toBeNull();
});

test("TRUTH-02.1 another home than the reserved one is another booking, by the same person", () => {
  recordDraft(COVERED);
  recordDraft({ type: "contactTyped", contact: { name: "Ada" } });
  const first = recordDraft({ type: "orderPlaced", orderId: "o1" });
  expect(recordDraft(COVERED)).toMatchObject({ wizard: { order_id: "o1" } });

  const second = recordDraft({ type: "addressTyped", address: "10 Beech St, Spring, TX 77373" });

  expect(second.wizard).toMatchObject({ status: "in_progress", order_id: null });
  expect(second.wizard.id).not.toBe(first.wizard.id);
  expect(second.location.address.formatted).toBe("10 Beech St, Spring, TX 77373");
  expect(second.customer.contact.name).toBe("Ada");
});

test("every reader sees what was recorded, also by another page once this one is restored", () => {
  const { result } = renderHook(() => useDraft());

  act(() => {
    recordDraft({ type: "contactTyped", contact: { name: "Ada" } });
  });

  expect(result.current.draft.customer.contact.name).toBe("Ada");
  expect(result.current.isLoaded).toBe(true);

  const other = recordDraft({ type: "addressTyped", address: "1 Main St" });
  const changed = { ...other.location, address: { formatted: "2 Main St" } };
  sessionStorage.setItem("unified", JSON.stringify({ ...other, location: changed }));

  act(() => {
    cameBack();
  });

  expect(result.current.draft.location.address.formatted).toBe("2 Main St");
});

test("WIZ-07.2 installationComplete holds the status, the fee in dollars, time and order", () => {
  const order = {
    orderId: "o1",
    appointmentId: "a1",
    holdExpiresAt: null,
    totalCents: 1269477,
    schedulingFeeCents: 10000,
    status: "held",
    nextPath: "/finalize-installation",
  };

  keepInstallationComplete(order, new Date("2025-11-20T15:00:00Z"));

  expect(JSON.parse(sessionStorage.getItem("installationComplete") ?? "")).toEqual({
    paymentStatus: "pending",
    schedulingFee: 100,
    timestamp: "2025-11-20T15:00:00.000Z",
    orderData: order,
  });
  expect(readInstallationComplete()?.orderData.orderId).toBe("o1");
});
