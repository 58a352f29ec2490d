/**
 * The page's single draft: kept in session storage, empty during static rendering. It is no context,
 * because it is opened before React renders, and islands of public pages and saving to the server
 * record in it too; whoever shows it hears of a change by an event of the window.
 */
import { useSyncExternalStore } from "react";
import { clearAnswers } from "#business/sizing/stored-answers.ts";
import { newId } from "#lib/ids.ts";
import { readSession, writeSession } from "#lib/storage.ts";
import { DRAFT_KEY, type Draft, emptyDraft, isCovered } from "./draft.ts";
import { migrated } from "./migrate.ts";
import { type DraftEvent, isAnotherHome, nextDraft } from "./next-draft.ts";

const BLANK = emptyDraft("", "");
const CHANGED = "draft-changed";
let current: Draft | null = null;

export function readDraft(): Draft {
  const saved = current === null ? readSession(DRAFT_KEY) : null;
  current ??= saved ? migrated(saved, new Date().toISOString(), newId()) : initialDraft();
  return current;
}

/**
 * Apply an event and save; returns the new draft. What was answered of one home goes with it, and
 * once a home is reserved, another one is another booking: a draft of its own, by the same person.
 */
export function recordDraft(event: DraftEvent): Draft {
  const before = readDraft();
  const now = new Date().toISOString();
  const next = nextDraft(before, event, now);
  if (!isAnotherHome(before, next)) return storeDraft(next);
  clearAnswers();
  if (before.wizard.status !== "completed") return storeDraft(next);
  const fresh = initialDraft();
  const customer = { ...fresh.customer, contact: before.customer.contact };
  return storeDraft(nextDraft({ ...fresh, customer }, event, now));
}

/** Replace the saved draft with a new one, and forget what was answered of its home. */
export function startDraft(): Draft {
  const { wizard } = readDraft();
  if (wizard.status === "completed" || isCovered(readDraft())) clearAnswers();
  return storeDraft(initialDraft());
}

function initialDraft(): Draft {
  const fresh = emptyDraft(new Date().toISOString(), newId());
  const { userAgent } = navigator;
  const metadata = { ...fresh.metadata, user_agent: userAgent, referrer_url: document.referrer };
  return { ...fresh, metadata };
}

function storeDraft(draft: Draft): Draft {
  if (draft === current) return draft;
  current = draft;
  writeSession(DRAFT_KEY, draft);
  window.dispatchEvent(new Event(CHANGED));
  return draft;
}

// A page restored from the back/forward cache reads the draft again: another page may have changed
// it.
function onReturn(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  current = null;
  window.dispatchEvent(new Event(CHANGED));
}

if (typeof window !== "undefined") window.addEventListener("pageshow", onReturn);

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

type DraftState = {
  draft: Draft;
  record: typeof recordDraft;
  /** False until hydration: the static HTML knows nothing about the visitor. */
  isLoaded: boolean;
};

export function useDraft(): DraftState {
  const draft = useSyncExternalStore(subscribe, readDraft, () => BLANK);
  return { draft, record: recordDraft, isLoaded: draft !== BLANK };
}
