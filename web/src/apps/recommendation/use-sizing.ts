/** The entered home and fuel, shared by the two parts of the page, which hydrate separately. */
import { useMemo, useSyncExternalStore } from "react";
import type { Fuel } from "#content/sizing/units.ts";
import {
  clearAnswers,
  type HomeAnswers,
  readAnswers,
  storeAnswers,
  usualHome,
  withHeating,
} from "#features/load-calculation/home-answers.ts";
import { type Sizing, sizingOf } from "./sizing.ts";

type SizingState = {
  /** Null before the visitor's first answer; then the typical home is used. */
  own: HomeAnswers | null;
  fuel: Fuel;
};

const INITIAL: SizingState = { own: null, fuel: "natural_gas" };
const listeners = new Set<() => void>();
let current: SizingState | null = null;

function read(): SizingState {
  current ??= { ...INITIAL, own: readAnswers() };
  return current;
}

function notifyListeners(change: Partial<SizingState>): void {
  current = { ...read(), ...change };
  for (const listener of listeners) listener();
}

export function submitHome(answers: HomeAnswers): void {
  storeAnswers(answers);
  notifyListeners({ own: answers });
}

/** Apply answers given before hydration on top of the saved ones. */
export function amendHome(changed: Partial<HomeAnswers>): void {
  const changedAnswers = { ...(read().own ?? usualHome), ...changed };
  submitHome(changed.heating ? withHeating(changedAnswers, changed.heating) : changedAnswers);
}

export function startAgain(): void {
  clearAnswers();
  notifyListeners({ own: null });
}

export const chooseFuel = (fuel: Fuel): void => notifyListeners({ fuel });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type SizingHook = { answers: HomeAnswers; isOwn: boolean; fuel: Fuel; sizing: Sizing };

export function useSizing(): SizingHook {
  const { own, fuel } = useSyncExternalStore(subscribe, read, () => INITIAL);
  const answers = own ?? usualHome;
  const sizing = useMemo(() => sizingOf(answers, fuel), [answers, fuel]);
  return { answers, isOwn: own !== null, fuel, sizing };
}
