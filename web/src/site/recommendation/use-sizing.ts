/**
 * The entered home and fuel. The parts of the page that share them are islands that hydrate
 * separately, so no context reaches both: they hear of a change by an event of the window.
 */
import { useMemo, useSyncExternalStore } from "react";
import type { Fuel } from "#content/sizing/units.ts";
import {
  clearAnswers,
  type HomeAnswers,
  readAnswers,
  storeAnswers,
  usualHome,
  withHeating,
} from "#site/load-calculation/home-answers.ts";
import { type Sizing, sizingOf } from "./sizing.ts";

type SizingState = {
  /** Null before the visitor's first answer; then the typical home is used. */
  own: HomeAnswers | null;
  fuel: Fuel;
};

const INITIAL: SizingState = { own: null, fuel: "natural_gas" };
const CHANGED = "sizing-changed";
let current: SizingState | null = null;

function read(): SizingState {
  current ??= { ...INITIAL, own: readAnswers() };
  return current;
}

function changeSizing(change: Partial<SizingState>): void {
  current = { ...read(), ...change };
  window.dispatchEvent(new Event(CHANGED));
}

export function submitHome(answers: HomeAnswers): void {
  storeAnswers(answers);
  changeSizing({ own: answers });
}

/** Apply answers given before hydration on top of the saved ones. */
export function amendHome(changed: Partial<HomeAnswers>): void {
  const changedAnswers = { ...(read().own ?? usualHome), ...changed };
  submitHome(changed.heating ? withHeating(changedAnswers, changed.heating) : changedAnswers);
}

export function startAgain(): void {
  clearAnswers();
  changeSizing({ own: null });
}

export const chooseFuel = (fuel: Fuel): void => changeSizing({ fuel });

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

type SizingHook = { answers: HomeAnswers; isOwn: boolean; fuel: Fuel; sizing: Sizing };

export function useSizing(): SizingHook {
  const { own, fuel } = useSyncExternalStore(subscribe, read, () => INITIAL);
  const answers = own ?? usualHome;
  const sizing = useMemo(() => sizingOf(answers, fuel), [answers, fuel]);
  return { answers, isOwn: own !== null, fuel, sizing };
}
