/**
 * The entered home and fuel, its load and the generators that fit it. The parts of the page that share them are islands that hydrate
 * separately, so no context reaches both: they hear of a change by an event of the window.
 */
import { useMemo, useSyncExternalStore } from "react";
import {
  type HomeAnswers,
  loadsOf,
  readAnswers,
  storeAnswers,
  usualHome,
  withHeating,
} from "#business/sizing/home-answers.ts";
import {
  bestFit,
  type Fit,
  fitsOf,
  type HomeLoads,
  type ServiceLoad,
  serviceLoad,
} from "#business/sizing/service-load.ts";
import { clearAnswers } from "#business/sizing/stored-answers.ts";
import { type Fuel, systemTiers, type Tier } from "#content/sizing/systems.ts";

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

export type Sizing = {
  /** Null while an answer is not a valid number. */
  home: HomeLoads | null;
  load: ServiceLoad | null;
  fits: Fit[];
  best: Fit | null;
  tier: Tier | null;
};

function sizingOf(answers: HomeAnswers, fuel: Fuel): Sizing {
  const home = loadsOf(answers);
  if (!home) return { home, load: null, fits: [], best: null, tier: null };
  const fits = fitsOf(home, fuel);
  const best = bestFit(fits);
  const system = systemTiers.find((each) => each.modelNumber === best?.unit.modelNumber);
  return { home, load: serviceLoad(home), fits, best, tier: system?.tier ?? null };
}
