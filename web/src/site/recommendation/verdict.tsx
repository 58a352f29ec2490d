import { systemTiers, type Tier } from "#content/sizing/tiers.ts";
import { type Unit, units } from "#content/sizing/units.ts";
import type { Usage } from "#site/energy-sizing/recommend-tier.ts";
import { kva } from "#site/load-calculation/service-load.ts";
import { resultWords as words } from "./copy.ts";
import type { Sizing } from "./sizing.ts";

type VerdictProps = {
  usage: Usage | null;
  tier: Tier | null;
  /** The visitor's own calculation; null before the first answer. */
  sizing: Sizing | null;
};

/**
 * The recommendation in words: the guess from the bill, or the load calculation once there is one.
 */
export function Verdict(props: VerdictProps) {
  const { title, text } = verdictText(props);
  return (
    <section className="page pb-8" aria-live="polite">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 min-h-[4lh] lg:min-h-[3lh] lg:max-w-208">{text}</p>
      {!props.sizing && (
        <a className="inline-flex min-h-target items-center font-semibold" href="#size-it-properly">
          {words.sizeProperly}
        </a>
      )}
    </section>
  );
}

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function verdictText({ usage, tier, sizing }: VerdictProps): { title: string; text: string } {
  if (!usage || !tier) return { title: words.guessTitle, text: words.guessPending };
  if (!sizing?.load) {
    const guess = usage.isFromBill ? words.guessFromBill : words.guess;
    return { title: words.guessTitle, text: guess(WHOLE.format(usage.kwh), words.sizes[tier]) };
  }
  const load = kva(sizing.load.totalVa);
  if (!sizing.best) return { title: words.noneTitle, text: words.none(load) };
  const best = nameOf(sizing.best.unit);
  if (sizing.tier === tier) return { title: words.agreeTitle, text: words.agree(load, best) };
  return { title: words.outrankTitle, text: words.outrank(load, best, guessedUnit(tier)) };
}

const nameOf = (unit: Unit): string => `${unit.kw} kW unit`;

function guessedUnit(tier: Tier): string {
  const system = systemTiers.find((each) => each.tier === tier);
  const unit = units.find((each) => each.modelNumber === system?.modelNumber);
  return unit ? nameOf(unit) : "";
}
