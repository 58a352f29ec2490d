/**
 * Best-effort saving of the wizard's progress on the server: a failure never blocks the visitor
 * (WIZ-06.2).
 */

import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import type { Draft } from "#draft/draft.ts";
import { readDraft, recordDraft } from "#draft/use-draft.ts";
import { toWizardSession } from "#draft/wizard-session.ts";
import { newId } from "#lib/ids.ts";
import { logQuietly } from "#lib/log-quietly.ts";

type EventKind = Schemas["WizardInteractionEventKind"];

export const saveQuietly = (draft: Draft): void => sendProgress(draft, toWizardSession(draft));

/** Mark a started booking as abandoned, only while it is still in progress (WIZ-06.3). */
export function abandonQuietly(draft: Draft): void {
  const wasBegun = draft.wizard.completed_steps.length > 0;
  if (!wasBegun || draft.wizard.status !== "in_progress") return;
  sendProgress(draft, { ...toWizardSession(draft), status: "abandoned" });
}

export function recordQuietly(draft: Draft, event: EventKind, data: Record<string, unknown>): void {
  const send = () =>
    unwrap(
      api.POST("/api/wizard-interaction-events", {
        body: { session_id: draft.wizard.id, event_type: event, event_data: data },
      }),
    );
  inTurn(draft, send, "wizard event not recorded");
}

function sendProgress(draft: Draft, progress: Schemas["WizardProgressIn"]): void {
  const send = () =>
    unwrap(
      api.PUT("/api/wizard-sessions/{session_id}", {
        params: { path: { session_id: draft.wizard.id } },
        body: progress,
        keepalive: true,
      }),
    );
  inTurn(draft, send, "wizard step not saved");
}

let latest: Promise<unknown> = Promise.resolve();

// Serialized: two parallel first calls would each be given a secret, and one would be lost.
function inTurn(draft: Draft, send: () => Promise<unknown>, failed: string): void {
  latest = latest.then(send).catch((reason: unknown) => {
    const code = reason instanceof Problem ? reason.code : null;
    if (code === "wizard_completed") return; // The order stored what it knows, and that stays.
    logQuietly(failed)(reason);
    if (code === "wizard_not_found") renewId(draft);
  });
}

// The response that carried this id's secret was lost, so the next save starts under a new id.
function renewId({ wizard }: Draft): void {
  if (readDraft().wizard.id === wizard.id) recordDraft({ type: "idRefused", id: newId() });
}
