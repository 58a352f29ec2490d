import { includedModules } from "virtual:market";
import type { Draft } from "#draft/draft.ts";

/**
 * How many load management modules what should stay on needs and the price has not: those of the
 * package come with a generator of ours.
 */
export function modulesMissing({ answers, generator }: Draft): number {
  const included = generator.choice === "buy_here" ? includedModules : 0;
  return Math.max(0, (answers.stay_on?.waiting.length ?? 0) - included);
}
