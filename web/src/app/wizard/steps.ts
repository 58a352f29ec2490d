/** The wizard's steps by path: the number shown, and the path of the step before. */
import { paths } from "#lib/paths.ts";

export type Step = { number: 1 | 2 | 3 | 4; before: string };

const FIRST: Step = { number: 1, before: paths.home };

const STEPS: Record<string, Step> = {
  [paths.wizard.address]: FIRST,
  [paths.wizard.generator]: { number: 2, before: paths.wizard.address },
  [paths.wizard.date]: { number: 3, before: paths.wizard.generator },
  [paths.wizard.finalize]: { number: 4, before: paths.wizard.date },
  [paths.wizard.confirm]: { number: 4, before: paths.wizard.date },
  [paths.visitPaid]: { number: 4, before: paths.home },
  [paths.visitCancelled]: { number: 4, before: paths.wizard.finalize },
};

export const stepAt = (path: string): Step => STEPS[path] ?? FIRST;
