/** The wizard under test, with a saved draft. */

import { Route, Switch } from "wouter";
import { emptyDraft } from "#draft/draft.ts";
import { type DraftEvent, nextDraft } from "#draft/next-draft.ts";
import { pathOfStep } from "#draft/steps.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { sent } from "#fixtures/visitor-server.ts";
import { writeSession } from "#lib/storage.ts";
import DateArea from "./date/date-step.tsx";
import Wizard from "./wizard.tsx";

const NOW = "2025-11-20T15:00:00.000Z";
export const SESSION_ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";

/** Save a draft that has these events behind it. */
export function saved(...events: DraftEvent[]): void {
  const draft = events.reduce(
    (before, event) => nextDraft(before, event, NOW),
    emptyDraft(NOW, SESSION_ID),
  );
  writeSession("unified", draft);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

export function showStep(path: string): void {
  sent.length = 0;
  window.history.replaceState(null, "", path);
  renderInApp(
    <Switch>
      <Route path={pathOfStep("date")} component={DateArea} />
      <Route component={Wizard} />
    </Switch>,
  );
}
