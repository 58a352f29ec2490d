import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { readDraft } from "#draft/use-draft.ts";
import { bodiesTo, handlers, sent } from "#fixtures/visitor-server.ts";
import { refused, serving } from "#test-support.ts";
import { recordQuietly, saveQuietly } from "./save-quietly.ts";
import { SESSION_ID, saved } from "./wizard.fixtures.tsx";

let warned: MockInstance;
const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  sent.length = 0;
  saved();
  warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

test("a save and an event reach the server in the order they were made", async () => {
  saveQuietly(readDraft());
  recordQuietly(readDraft(), "help_opened", { step: 1 });

  await waitFor(() =>
    expect(sent.map(({ to }) => to)).toEqual(["wizard-sessions", "wizard-interaction-events"]),
  );
});

test("a failed save is only logged, the next one is sent", async () => {
  server.use(
    http.put("*/api/wizard-sessions/:id", () => refused(503, "unavailable"), { once: true }),
  );

  saveQuietly(readDraft());
  saveQuietly(readDraft());

  await waitFor(() => expect(bodiesTo("wizard-sessions")).toHaveLength(1));
  expect(warned).toHaveBeenCalledOnce();
  expect(readDraft().wizard.id).toBe(SESSION_ID);
});

test("TRUTH-01.3 a save that the server drops, because there is an order, is no failure", async () => {
  server.use(http.put("*/api/wizard-sessions/:id", () => refused(409, "wizard_completed")));

  saveQuietly(readDraft());
  recordQuietly(readDraft(), "help_opened", { step: 1 });

  await waitFor(() => expect(bodiesTo("wizard-interaction-events")).toHaveLength(1));
  expect(warned).not.toHaveBeenCalled();
  expect(readDraft().wizard.id).toBe(SESSION_ID);
});

test("an id that is another visitor's is renewed, so that later saves are kept", async () => {
  server.use(http.put("*/api/wizard-sessions/:id", () => refused(404, "wizard_not_found")));

  saveQuietly(readDraft());

  await waitFor(() => expect(readDraft().wizard.id).not.toBe(SESSION_ID));
});
