import {
  dayLoadsOf,
  type HomeAnswers,
  loadsOf,
  readAnswers,
} from "#business/sizing/home-answers.ts";
import { bestFit, type Fit, fitsOf, type HomeLoads } from "#business/sizing/service-load.ts";
import { type Day, simulateDay } from "#business/sizing/simulate-day.ts";
import { hotDayShare, type Unit, units } from "#content/sizing/systems.ts";
import { listed } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { unitSentence } from "./unit-sentence.ts";

export type UnitFactsProps = {
  modelNumber: string;
  /** Null before the first change. */
  answers: HomeAnswers | null;
};

/**
 * What a generator does in this home on natural gas: one sentence, its size beside a person, and an
 * August day (GUIDE-02.2). Nothing for a model without known figures.
 */
export function UnitFacts({ modelNumber, answers }: UnitFactsProps) {
  const given = answers ?? readAnswers();
  const unit = units.find((each) => each.modelNumber === modelNumber);
  if (!given) return unit ? <Size unit={unit} /> : null;
  const home = loadsOf(given);
  const fits = home ? fitsOf(home, "natural_gas") : [];
  const fit = fits.find(({ unit }) => unit.modelNumber === modelNumber);
  if (!home || !fit) return null;

  return (
    <>
      {fit === bestFit(fits) && fit.waiting?.length === 0 && (
        <span className="mb-1.5 inline-block rounded-full bg-success-surface px-2.5 py-0.5 text-xs font-semibold text-success">
          {m.generator_choice_fits()}
        </span>
      )}
      <span className="block text-base leading-snug text-ink">{unitSentence(fit, home)}</span>
      <span className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-4">
        <Size unit={fit.unit} />
        <AugustDay fit={fit} home={home} />
      </span>
    </>
  );
}

const PERSON_IN = 69; // 5 ft 9 in

// 1 unit is 1 inch. The ground is at 76.
function Size({ unit }: { unit: Unit }) {
  const { value: height, source } = unit.heightIn;
  const power = unit.ratingKw.natural_gas;
  const gas =
    power.source.status === "read" ? m.generator_choice_gas : m.generator_choice_gas_about;
  const tall = source.status === "read" ? m.generator_choice_tall : m.generator_choice_tall_about;
  return (
    <span className="block">
      <svg
        className="block h-20 w-full rounded-sm bg-surface-sunken"
        viewBox="0 0 124 84"
        role="img"
        aria-label={m.generator_choice_picture({ inches: height })}
      >
        <path className="fill-none stroke-line-strong stroke-[1.5]" d="M4 76.5H120" />
        <g className="fill-line-strong" transform={`translate(22 ${76 - PERSON_IN})`}>
          <circle cx="8" cy="6" r="6" />
          <path d="M1 15q7-3 14 0l2 24h-3l-1 30H9.5l-1.5-26-1.5 26H3L2 39H-1z" />
        </g>
        <g transform={`translate(56 ${76 - height - 2})`}>
          <rect className="fill-line" x="-4" y={height} width="60" height="3" />
          <rect className="fill-ink" width="48" height={height} rx="2" />
          <path className="stroke-quiet stroke-[1.5]" d="M5 8H18M5 12.5H18M5 17H18M5 21.5H18" />
          <path className="fill-glow" d="M35 6l-7 10h5l-2 8 8-11h-5z" />
        </g>
      </svg>
      <span className="mt-1.5 block font-semibold text-ink">{gas({ kw: power.value })}</span>
      <span className="block">{tall({ inches: height })}</span>
    </span>
  );
}

const WIDTH = 240;
const HEIGHT = 84;
const GROUND = 76;
const HOURS = [...Array(24).keys()];
const HOUR_WIDTH = WIDTH / HOURS.length;
// All cards have the scale of the largest unit, so that they can be compared.
const TOP_KW = Math.max(...units.map(({ ratingKw }) => ratingKw.natural_gas.value)) * 1.05;
const tall = (kw: number) => (kw / TOP_KW) * GROUND;

/** 24 bars of used power under the line of what the unit delivers on a hot day. */
function AugustDay({ fit, home }: { fit: Fit; home: HomeLoads }) {
  const day = simulateDay(dayLoadsOf(home), fit.ratingKw * hotDayShare.value);
  const limit = GROUND - tall(day.capacityKw);
  const words = wordsOf(day, fit);
  return (
    <span className="block">
      <svg
        className="block h-20 w-full rounded-sm bg-surface-sunken"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={m.generator_choice_day_picture({ words })}
      >
        {HOURS.map((hour) => {
          const height = tall(day.usedKw[hour] ?? 0);
          return (
            <rect
              key={hour}
              className={waitsAt(day, hour) ? "fill-danger" : "fill-emphasis"}
              x={hour * HOUR_WIDTH + 1}
              y={GROUND - height}
              width={HOUR_WIDTH - 2}
              height={height}
            />
          );
        })}
        <path
          className="stroke-ink stroke-[1.5]"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
          d={`M0 ${limit}H${WIDTH}`}
        />
      </svg>
      <span className="mt-1.5 block font-semibold text-ink">{m.generator_choice_day()}</span>
      <span className="block">{words}</span>
    </span>
  );
}

const waitsAt = ({ rows }: Day, hour: number) => rows.some(({ hours }) => hours[hour] === "waits");

function wordsOf(day: Day, fit: Fit): string {
  const waiting = day.rows.filter(({ hours }) => hours.includes("waits"));
  if (waiting.length === 0)
    return fit.waiting?.length === 0
      ? m.generator_choice_day_all()
      : m.generator_choice_day_turns();
  const hours = day.usedKw.filter((_, hour) => waitsAt(day, hour)).length;
  return m.generator_choice_day_waits({
    names: listed(waiting.map(({ id }) => m.generator_choice_unit_load({ id }))),
    count: hours,
  });
}
