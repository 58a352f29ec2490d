import { type ComponentType, lazy, Suspense } from "react";
import type { GeneratorOption } from "#business/generator-option.ts";
import type { HomeAnswers } from "#business/sizing/home-answers.ts";
import { units } from "#content/sizing/systems.ts";
import type { StayOnProps, UnitFactsProps } from "#features/generator-choice/load-calculation.ts";
import { logQuietly } from "#lib/log-quietly.ts";

// The load calculation is not needed at first: it is loaded while the visitor is on step 1. Should
// that fail, the generators are offered without it.
const loadCalculation = () => import("#features/generator-choice/load-calculation.ts");
const failed = logQuietly("load calculation not loaded");
const Nothing = () => null;

const StayOn = lazy<ComponentType<StayOnProps>>(() =>
  loadCalculation().then(
    ({ StayOn }) => ({ default: StayOn }),
    (reason) => {
      failed(reason);
      return { default: Nothing };
    },
  ),
);
// Few ask for it, and those have chosen a lot first.
const LargerForm = lazy(() => import("./larger-quote.tsx"));
const LargerQuote = (props: { loads: string }) => (
  <Suspense>
    <LargerForm {...props} />
  </Suspense>
);
const UnitFacts = lazy<ComponentType<UnitFactsProps>>(() =>
  loadCalculation().then(
    ({ UnitFacts }) => ({ default: UnitFacts }),
    () => ({ default: Nothing }),
  ),
);

export function preloadSizing(): void {
  loadCalculation().catch(failed);
}

// Not suspended here: the picker shows all generators at once, so that none moves.
export const WhatStaysOn = (props: Omit<StayOnProps, "larger">) => (
  <StayOn {...props} larger={(loads) => <LargerQuote loads={loads} />} />
);

/** Null for a generator of which we know only what the catalog says. */
export function aboutUnit({ modelNumber }: GeneratorOption, answers: HomeAnswers | null) {
  if (!units.some((unit) => unit.modelNumber === modelNumber)) return null;
  return <UnitFacts modelNumber={modelNumber} answers={answers} />;
}
