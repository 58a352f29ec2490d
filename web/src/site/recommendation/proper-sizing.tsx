import { city } from "@market/place.json";
import { useState } from "react";
import { dayOn } from "#business/sizing/day-on.ts";
import type { HomeAnswers } from "#business/sizing/home-answers.ts";
import { type HomeLoads, inKw } from "#business/sizing/service-load.ts";
import { type Fuel, type Unit, units } from "#content/sizing/systems.ts";
import { m } from "#paraglide/messages.js";
import { LoadForm } from "#site/load-calculation/load-form.tsx";
import { LoadResult } from "#site/load-calculation/load-result.tsx";
import { OutageDay } from "#site/outage-day/outage-day.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { orderUnit } from "./order-unit.ts";
import {
  amendHome,
  chooseFuel,
  type Sizing,
  startAgain,
  submitHome,
  useSizing,
} from "./use-sizing.ts";

/** Load calculation and August day: the part of the page that hydrates when it scrolls near. */
export function ProperSizing() {
  const { answers, isOwn, fuel, sizing } = useSizing();

  return (
    <>
      <LoadPart answers={answers} isOwn={isOwn} sizing={sizing} fuel={fuel} />
      <DayPart sizing={sizing} />
    </>
  );
}

type LoadPartProps = {
  answers: HomeAnswers;
  isOwn: boolean;
  sizing: Sizing;
  fuel: Fuel;
};

const RESULT_ID = "calculated-load";

/** 'Size it properly': the questions about the home beside the resulting load. */
function LoadPart({ answers, isOwn, sizing, fuel }: LoadPartProps) {
  return (
    <section className="page py-section" id="size-it-properly">
      <div>
        <h2 className="text-3xl tracking-tight">{m.load_calculation_load_title()}</h2>
        <p className="mt-2 text-quiet">{m.load_calculation_load_lead()}</p>
      </div>
      <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_6fr] lg:items-start lg:gap-12">
        <div>
          <p className="mb-6 text-sm">
            {isOwn ? m.load_calculation_load_yours() : m.load_calculation_load_usual({ city })}
          </p>
          <LoadForm answers={answers} onChange={submitHome} onEarlier={amendHome} />
          <Now sizing={sizing} />
          {isOwn && (
            <Button variant="link" onClick={startAgain}>
              {m.load_calculation_load_start_again()}
            </Button>
          )}
        </div>
        <div
          className="rounded-md bg-surface-sunken p-[clamp(1.25rem,1rem+1.5vw,2rem)]"
          id={RESULT_ID}
        >
          <LoadResult
            {...sizing}
            fuel={fuel}
            onFuel={chooseFuel}
            isOwn={isOwn}
            onOrder={(unit) => void orderUnit(unit)}
          />
        </div>
      </div>
    </section>
  );
}

// On small screens the load stays in view while the answers change.
function Now({ sizing: { load, best } }: { sizing: Sizing }) {
  return (
    <p className="sticky bottom-0 z-2 [@media(height<36em)]:static -mx-gutter mt-6 flex min-h-14 max-w-none flex-wrap items-center justify-between gap-x-4 border-t border-line bg-surface px-gutter py-2 tabular-nums lg:hidden">
      <strong className="text-lg font-semibold">{load ? inKw(load.totalVa) : "–"}</strong>
      <a className="inline-flex min-h-target items-center" href={`#${RESULT_ID}`}>
        {best
          ? m.load_calculation_load_now({ kw: best.unit.kw })
          : m.load_calculation_load_result_title()}
      </a>
    </p>
  );
}

/**
 * The August day simulation for the entered home, on the best fitting generator or another one to
 * compare.
 */
function DayPart({ sizing }: { sizing: Sizing }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const looked = chosen ?? sizing.best?.unit.modelNumber;
  const unit = units.find((each) => each.modelNumber === looked) ?? units.at(-1);

  return (
    <section className="on-night">
      <div className="page py-section">
        <h2 className="text-3xl tracking-tight">{m.outage_day_title()}</h2>
        <p className="mt-2 text-quiet">{m.outage_day_lead()}</p>
        {unit && (
          <div className="my-6 max-w-96">
            <SelectField
              name="day-unit"
              label={m.outage_day_choose_unit()}
              value={unit.modelNumber}
              onChange={setChosen}
              options={units.map((each) => ({
                value: each.modelNumber,
                label: `${each.brand} ${each.modelNumber}, ${m.outage_day_unit({ kw: each.kw })}`,
              }))}
            />
          </div>
        )}
        {unit && sizing.home && <DayOn unit={unit} sizing={sizing} home={sizing.home} />}
        {unit && <OrderRow unit={unit} isFitting={unit === sizing.best?.unit} />}
      </div>
    </section>
  );
}

type DayOnProps = { unit: Unit; sizing: Sizing; home: HomeLoads };

// A generator that is too small for the home is said to be, instead of a day in turns.
function DayOn({ unit, sizing: { fits }, home }: DayOnProps) {
  const fit = fits.find((each) => each.unit === unit);
  const day = fit && dayOn(fit, home);
  if (!day)
    return (
      <p className="text-lg leading-snug font-semibold" aria-live="polite">
        {m.load_calculation_load_too_small()}
      </p>
    );
  return (
    <OutageDay
      unitName={m.outage_day_unit_name({ kw: unit.kw })}
      day={day}
      heldBack={fit.waiting ?? []}
    />
  );
}

// The page ends in an order: of the unit just looked at (GUIDE-02.4).
const OrderRow = ({ unit, isFitting }: { unit: Unit; isFitting: boolean }) => (
  <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
    <Button
      className="max-sm:w-full"
      variant="cta-green"
      size="xl"
      onClick={() => void orderUnit(unit)}
    >
      {m.recommendation_order_unit({ kw: unit.kw })}
    </Button>
    <p className="text-quiet">
      {isFitting ? m.recommendation_order_fits() : m.recommendation_order_changeable()}
    </p>
  </div>
);
