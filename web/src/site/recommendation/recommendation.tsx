import { useEffect, useState } from "react";
import { inKw } from "#business/sizing/service-load.ts";
import { systemTiers, type Tier, type Unit, units } from "#content/sizing/systems.ts";
import { wholeNumber } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import {
  canBeRecommended,
  type EnergyData,
  readEnergyData,
  tierFor,
  type Usage,
  usageOf,
} from "./energy-data.ts";
import { Systems } from "./systems.tsx";
import { type Sizing, useSizing } from "./use-sizing.ts";

/**
 * The recommendation (REC-02, REC-03): a first guess from the bill, until there is a load
 * calculation.
 */
export function Recommendation() {
  const energy = useSavedEnergy();
  const { sizing, isOwn } = useSizing();
  const usage = energy && usageOf(energy);
  const tier = usage && tierFor(usage.kwh);

  return (
    <>
      <Facts energy={energy} />
      <Verdict usage={usage} tier={tier} sizing={isOwn ? sizing : null} />
      <Systems
        address={energy?.address ?? null}
        recommended={tier && canBeRecommended(tier) ? tier : null}
        byLoad={isOwn ? sizing.tier : null}
      />
    </>
  );
}

// Null until session storage is read. Visitors without saved figures are redirected to enter them
// (REC-03.3).
function useSavedEnergy(): EnergyData | null {
  const [energy, setEnergy] = useState<EnergyData | null>(null);

  useEffect(() => {
    const saved = readEnergyData();
    if (saved) setEnergy(saved);
    else location.replace(paths.generatorConfig);
  }, []);

  return energy;
}

type FactsProps = {
  /** Figures as entered; null until they are read, while their space is reserved. */
  energy: { address: string; electricBill: string; kwhUsage: string } | null;
};

function Facts({ energy }: FactsProps) {
  return (
    <header className="page pt-8 pb-6">
      <h1>{m.recommendation_result_title()}</h1>
      <dl
        className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 md:grid-cols-[2fr_1fr_1fr]"
        aria-label={m.recommendation_result_facts()}
      >
        <Fact
          term={m.recommendation_result_address()}
          meaning={energy?.address ?? m.recommendation_result_pending()}
          size="lg"
        />
        <Fact
          term={m.recommendation_result_bill()}
          meaning={energy ? billOf(energy.electricBill) : m.recommendation_result_pending()}
        />
        {energy?.kwhUsage && (
          <Fact
            term={m.recommendation_result_usage()}
            meaning={m.recommendation_result_kwh({ kwh: numberOf(energy.kwhUsage) })}
          />
        )}
      </dl>
      <a
        className="inline-flex min-h-target items-center text-sm"
        href={`${paths.generatorConfig}?open=1`}
      >
        {m.recommendation_result_change()}
      </a>
    </header>
  );
}

// The address has a line of its own on a phone, and room for two lines of text.
const FACTS = {
  md: { fact: undefined, meaning: "" },
  lg: { fact: "max-md:col-span-full", meaning: "min-h-[2lh] lg:min-h-[1lh]" },
};

type FactProps = { term: string; meaning: string; size?: keyof typeof FACTS };

function Fact({ term, meaning, size = "md" }: FactProps) {
  const look = FACTS[size];

  return (
    <div className={look.fact}>
      <dt className="text-sm text-quiet">{term}</dt>
      <dd
        className={`leading-[1.4] font-semibold wrap-anywhere tabular-nums ${look.meaning}`.trim()}
      >
        {meaning}
      </dd>
    </div>
  );
}

const billOf = (input: string): string =>
  m.recommendation_result_per_month({ amount: `$${numberOf(input)}` });

// As typed, without its unit and with thousands separators.
function numberOf(input: string): string {
  const figure = input.replace(/[^\d.]/g, "");
  return figure === "" ? input : Number(figure).toLocaleString(LOCALE);
}

type VerdictProps = {
  usage: Usage | null;
  tier: Tier | null;
  /** The visitor's own calculation; null before the first answer. */
  sizing: Sizing | null;
};

/**
 * The recommendation in words: the guess from the bill, or the load calculation once there is one.
 */
function Verdict(props: VerdictProps) {
  const { title, text } = verdictText(props);
  return (
    <section className="page pb-8" aria-live="polite">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 min-h-[4lh] lg:min-h-[3lh] lg:max-w-208">{text}</p>
      {!props.sizing && (
        <a className="inline-flex min-h-target items-center font-semibold" href="#size-it-properly">
          {m.recommendation_result_size_properly()}
        </a>
      )}
    </section>
  );
}

function verdictText({ usage, tier, sizing }: VerdictProps): { title: string; text: string } {
  if (!usage || !tier)
    return {
      title: m.recommendation_result_guess_title(),
      text: m.recommendation_result_guess_pending(),
    };
  if (!sizing?.load) {
    const guess = usage.isFromBill
      ? m.recommendation_result_guess_from_bill
      : m.recommendation_result_guess;
    return {
      title: m.recommendation_result_guess_title(),
      text: guess({ kwh: wholeNumber(usage.kwh), size: m.recommendation_result_sizes({ tier }) }),
    };
  }
  const load = inKw(sizing.load.totalVa);
  if (!sizing.best)
    return {
      title: m.recommendation_result_outrank_title(),
      text: m.recommendation_result_none({ load }),
    };
  const best = nameOf(sizing.best.unit);
  if (sizing.tier === tier)
    return {
      title: m.recommendation_result_agree_title(),
      text: m.recommendation_result_agree({ load, unit: best }),
    };
  return {
    title: m.recommendation_result_outrank_title(),
    text: m.recommendation_result_outrank({ load, unit: best, guessed: guessedUnit(tier) }),
  };
}

const nameOf = (unit: Unit): string => m.recommendation_result_unit({ kw: unit.kw });

function guessedUnit(tier: Tier): string {
  const system = systemTiers.find((each) => each.tier === tier);
  const unit = units.find((each) => each.modelNumber === system?.modelNumber);
  return unit ? nameOf(unit) : "";
}
