/**
 * The wizard's steps in their order. Progress bar, Back and Next, redirects, routes, prerendered
 * pages and the numbers of a saved wizard session all follow from this list. The server counts its
 * own: `STEPS` in api/standby/pricing/rules/wizard.py.
 */
import { paths } from "#lib/paths.ts";
import { type Draft, hasGenerator, isCovered } from "./draft.ts";

export type StepName = "address" | "generator" | "date" | "payment";

type Step = {
  name: StepName;
  path: string;
  /** Whether the draft has this step's answers. */
  isComplete: (draft: Draft) => boolean;
};

export const steps: readonly Step[] = [
  {
    name: "address",
    path: paths.wizard.address,
    isComplete: (draft) => isCovered(draft) && draft.location.distance !== null,
  },
  { name: "generator", path: "/generator-selection", isComplete: hasGenerator },
  {
    name: "date",
    path: "/installation-date",
    isComplete: ({ wizard }) => wizard.status === "completed",
  },
  { name: "payment", path: paths.wizard.finalize, isComplete: () => false },
];

const indexOf = (name: StepName): number => steps.findIndex((step) => step.name === name);

export const pathOfStep = (name: StepName): string => steps[indexOf(name)]?.path ?? paths.home;

/** The step's number as visitors and the server count it, from 1. */
export const stepNumber = (name: StepName): number => indexOf(name) + 1;

export const stepsBefore = (name: StepName): readonly Step[] => steps.slice(0, indexOf(name));

/** The steps that have a form and so a page of their own. */
export const formSteps = steps.flatMap((step) =>
  step.name === "payment" ? [] : [{ ...step, name: step.name }],
);
