/** The home as answered and the fuel, shared by the two halves of the page, which wake apart. */
import { useMemo, useSyncExternalStore } from "react";
import type { Fuel } from "#content/sizing/units.ts";
import {
  forgetAnswers,
  type HomeAnswers,
  keepAnswers,
  readAnswers,
  usualHome,
  withHeating,
} from "#features/load-calculation/home-answers.ts";
import { type Sizing, sizingOf } from "./sizing.ts";

type Told = {
  /** Null before the visitor's first answer: then it is the usual home. */
  own: HomeAnswers | null;
  fuel: Fuel;
};

const NOTHING: Told = { own: null, fuel: "natural_gas" };
const listeners = new Set<() => void>();
let current: Told | null = null;

function read(): Told {
  current ??= { ...NOTHING, own: readAnswers() };
  return current;
}

function tell(change: Partial<Told>): void {
  current = { ...read(), ...change };
  for (const listener of listeners) listener();
}

export function answerHome(own: HomeAnswers): void {
  keepAnswers(own);
  tell({ own });
}

/** Answers given before the script woke, over what is known. */
export function amendHome(changed: Partial<HomeAnswers>): void {
  const amended = { ...(read().own ?? usualHome), ...changed };
  answerHome(changed.heating ? withHeating(amended, changed.heating) : amended);
}

export function startAgain(): void {
  forgetAnswers();
  tell({ own: null });
}

export const chooseFuel = (fuel: Fuel): void => tell({ fuel });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type SizingInHand = { answers: HomeAnswers; isOwn: boolean; fuel: Fuel; sizing: Sizing };

export function useSizing(): SizingInHand {
  const { own, fuel } = useSyncExternalStore(subscribe, read, () => NOTHING);
  const answers = own ?? usualHome;
  const sizing = useMemo(() => sizingOf(answers, fuel), [answers, fuel]);
  return { answers, isOwn: own !== null, fuel, sizing };
}
