import { type ComponentType, lazy, Suspense } from "react";
import type { HomeAnswers } from "#business/sizing/home-answers.ts";
import { units } from "#content/sizing/systems.ts";
import type { GeneratorOption } from "#features/generator-choice/generator-option.ts";
import type { StayOnProps } from "#features/generator-choice/stay-on.tsx";
import type { UnitFactsProps } from "#features/generator-choice/unit-facts.tsx";
import { logQuietly } from "#lib/log-quietly.ts";

// The load calculation is not needed at first: it is loaded while the visitor is on step 1. Should
// that fail, the generators are offered without it.
const loadStayOn = () => import("#features/generator-choice/stay-on.tsx");
const loadUnitFacts = () => import("#features/generator-choice/unit-facts.tsx");
const failed = logQuietly("load calculation not loaded");
const Nothing = () => null;

const StayOn = lazy<ComponentType<StayOnProps>>(() =>
  loadStayOn().then(
    ({ StayOn }) => ({ default: StayOn }),
    (reason) => {
      failed(reason);
      return { default: Nothing };
    },
  ),
);
const UnitFacts = lazy<ComponentType<UnitFactsProps>>(() =>
  loadUnitFacts().then(
    ({ UnitFacts }) => ({ default: UnitFacts }),
    () => ({ default: Nothing }),
  ),
);

export function preloadSizing(): void {
  Promise.all([loadStayOn(), loadUnitFacts()]).catch(failed);
}

export const WhatStaysOn = (props: StayOnProps) => (
  <Suspense>
    <StayOn {...props} />
  </Suspense>
);

/** Null for a generator of which we know only what the catalog says. */
export function aboutUnit(
  { modelNumber, description }: GeneratorOption,
  answers: HomeAnswers | null,
) {
  if (!units.some((unit) => unit.modelNumber === modelNumber)) return null;
  return (
    <Suspense fallback={description}>
      <UnitFacts modelNumber={modelNumber} answers={answers} />
    </Suspense>
  );
}
