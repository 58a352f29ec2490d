import { dayOn } from "#business/sizing/day-on.ts";
import { type HomeAnswers, loadsOf, readAnswers } from "#business/sizing/home-answers.ts";
import { bestFit, fitsOf } from "#business/sizing/service-load.ts";
import type { Day } from "#business/sizing/simulate-day.ts";
import type { LoadId } from "#content/sizing/appliances.ts";
import { manufacturerWarrantyYears, type Unit, units } from "#content/sizing/systems.ts";
import { listed } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { UnitDrawing } from "./unit-drawing.tsx";
import { unitSentence } from "./unit-sentence.ts";

export type UnitFactsProps = {
  modelNumber: string;
  /** Null before the first change. */
  answers: HomeAnswers | null;
};

/**
 * What a generator does in this home on natural gas: one sentence, its size beside a person, and an
 * August day if it carries the home (GUIDE-02.2), and its warranty. Nothing for a model without
 * known figures.
 */
export function UnitFacts({ modelNumber, answers }: UnitFactsProps) {
  const given = answers ?? readAnswers();
  const unit = units.find((each) => each.modelNumber === modelNumber);
  if (!unit) return null;
  const home = given ? loadsOf(given) : null;
  const fits = home ? fitsOf(home, "natural_gas") : [];
  const fit = fits.find((each) => each.unit === unit);
  if (!home || !fit)
    return (
      <>
        <Size unit={unit} />
        <Warranty />
      </>
    );
  const day = dayOn(fit, home);

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
        {day && fit.waiting && <AugustDay day={day} heldBack={fit.waiting} />}
      </span>
      <Warranty />
    </>
  );
}

function Size({ unit }: { unit: Unit }) {
  const { value: height, source } = unit.heightIn;
  const power = unit.ratingKw.natural_gas;
  const gas =
    power.source.status === "read" ? m.generator_choice_gas : m.generator_choice_gas_about;
  const tall = source.status === "read" ? m.generator_choice_tall : m.generator_choice_tall_about;
  return (
    <span className="block">
      <UnitDrawing unit={unit} />
      <span className="mt-1.5 block font-semibold text-ink">{gas({ kw: power.value })}</span>
      <span className="block">{tall({ inches: height })}</span>
    </span>
  );
}

const Warranty = () => (
  <span className="mt-3 block">
    {m.generator_choice_warranty({ years: manufacturerWarrantyYears.value })}
  </span>
);

const WIDTH = 240;
const HEIGHT = 84;
const GROUND = 76;
const HOURS = [...Array(24).keys()];
const HOUR_WIDTH = WIDTH / HOURS.length;
// All cards have the scale of the largest unit, so that they can be compared.
const TOP_KW = Math.max(...units.map(({ ratingKw }) => ratingKw.natural_gas.value)) * 1.05;
const tall = (kw: number) => (kw / TOP_KW) * GROUND;

/** 24 bars of used power under the line of what the unit delivers on a hot day. */
function AugustDay({ day, heldBack }: { day: Day; heldBack: readonly LoadId[] }) {
  const limit = GROUND - tall(day.capacityKw);
  const words = wordsOf(day, heldBack);
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

// Named is what the card's sentence names, whether or not all of it waits on that day.
function wordsOf(day: Day, heldBack: readonly LoadId[]): string {
  if (heldBack.length === 0) return m.generator_choice_day_all();
  const count = day.usedKw.filter((_, hour) => waitsAt(day, hour)).length;
  if (count === 0) return m.generator_choice_day_turns();
  const names = listed(heldBack.map((id) => m.generator_choice_unit_load({ id })));
  return heldBack.length === 1
    ? m.generator_choice_day_waits({ names, count })
    : m.generator_choice_day_some_wait({ names, count });
}
