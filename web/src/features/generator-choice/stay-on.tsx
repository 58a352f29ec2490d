import {
  type HomeAnswers,
  homeAnswers,
  loadsOf,
  storeAnswers,
  withHeating,
} from "#business/sizing/home-answers.ts";
import { bestFit, fitsOf } from "#business/sizing/service-load.ts";
import { coolingChoices } from "#content/sizing/appliances.ts";
import { m } from "#paraglide/messages.js";
import { Chips } from "#ui/chips.tsx";

const CHIPS = [
  "one-ac",
  "two-acs",
  "dryer",
  "range",
  "water-heater",
  "heat-pump",
  "ev-charger",
  "pool-pump",
] as const;

type ChipId = (typeof CHIPS)[number];

// What a chip stands for in the load calculation: the usual size of each.
const LOADS: Record<ChipId, { field: keyof HomeAnswers; on: string; off: string }> = {
  "one-ac": { field: "cooling", on: "4", off: "0" },
  "two-acs": { field: "cooling", on: "8", off: "0" },
  dryer: { field: "dryer", on: "electric", off: "gas" },
  range: { field: "range", on: "electric", off: "gas" },
  "water-heater": { field: "waterHeater", on: "tank", off: "gas" },
  "heat-pump": { field: "heating", on: "heat-pump", off: "gas" },
  "ev-charger": { field: "evCharger", on: "40", off: "none" },
  "pool-pump": { field: "poolPump", on: "variable", off: "none" },
};

export type StayOnProps = {
  /** Null before the first change here. */
  answers: HomeAnswers | null;
  onChange: (answers: HomeAnswers) => void;
};

/** 'What should stay on?': the few loads that decide the size, as chips (GUIDE-02.1). */
export function StayOn({ answers, onChange }: StayOnProps) {
  const home = homeAnswers(answers);
  const toggle = (value: string, checked: boolean) => {
    const changed = withChip(home, value as ChipId, checked);
    storeAnswers(changed);
    onChange(changed);
  };

  return (
    <div className="grid gap-3">
      <Chips
        legend={m.generator_choice_stay_on()}
        hint={m.generator_choice_stay_on_hint()}
        name="stay-on"
        options={CHIPS.map((id) => ({
          value: id,
          label: m.generator_choice_stay_on_chip({ id }),
          checked: isOn(home, id),
        }))}
        onToggle={toggle}
      />
      <p className="font-semibold" role="status">
        {verdictOn(home)}
      </p>
    </div>
  );
}

function verdictOn(answers: HomeAnswers): string {
  const home = loadsOf(answers);
  const best = home && bestFit(fitsOf(home, "natural_gas"));
  return best
    ? m.generator_choice_stay_on_fits({ kw: best.unit.kw })
    : m.generator_choice_stay_on_none();
}

const systemsOf = ({ cooling }: HomeAnswers): number =>
  coolingChoices.find(({ value }) => value === cooling)?.systems ?? 0;

function isOn(home: HomeAnswers, id: ChipId): boolean {
  if (id === "one-ac") return systemsOf(home) === 1;
  if (id === "two-acs") return systemsOf(home) === 2;
  const { field, off } = LOADS[id];
  return home[field] !== off;
}

function withChip(home: HomeAnswers, id: ChipId, checked: boolean): HomeAnswers {
  const { field, on, off } = LOADS[id];
  if (id === "heat-pump") return withHeating(home, checked ? "heat-pump" : "gas");
  return { ...home, [field]: checked ? on : off };
}
