import { useState } from "react";
import { type Fuel, hotDayShare, units } from "#content/sizing/units.ts";
import { dayLoadsOf } from "#site/load-calculation/home-answers.ts";
import { dayWords as words } from "#site/outage-day/copy.ts";
import { OutageDay } from "#site/outage-day/outage-day.tsx";
import { simulateDay } from "#site/outage-day/simulate-day.ts";
import { SelectField } from "#ui/select-field.tsx";
import type { Sizing } from "./sizing.ts";

/**
 * The August day simulation for the entered home, on the best fitting generator or another one to
 * compare.
 */
export function DayPart({ sizing, fuel }: { sizing: Sizing; fuel: Fuel }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const looked = chosen ?? sizing.best?.unit.modelNumber;
  const unit = units.find((each) => each.modelNumber === looked) ?? units.at(-1);

  return (
    <section className="on-night">
      <div className="page py-section">
        <h2 className="text-3xl tracking-tight">{words.title}</h2>
        <p className="mt-2 text-quiet">{words.lead}</p>
        {unit && (
          <div className="my-6 max-w-96">
            <SelectField
              name="day-unit"
              label={words.chooseUnit}
              value={unit.modelNumber}
              onChange={setChosen}
              options={units.map((each) => ({
                value: each.modelNumber,
                label: `${each.brand} ${each.modelNumber}, ${words.unit(each.kw)}`,
              }))}
            />
          </div>
        )}
        {unit && sizing.home && (
          <OutageDay
            unitName={words.unitName(unit.kw)}
            day={simulateDay(
              dayLoadsOf(sizing.home),
              unit.ratingKw[fuel].value * hotDayShare.value,
            )}
          />
        )}
      </div>
    </section>
  );
}
