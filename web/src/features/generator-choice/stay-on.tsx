import { includedModules } from "virtual:market";
import { type ReactNode, useEffect } from "react";
import {
  answerErrors,
  bareHome,
  type HomeAnswers,
  loadsOf,
  readAnswers,
  storeAnswers,
  withHeating,
} from "#business/sizing/home-answers.ts";
import { bestFit, type Fit, fitsOf, gradeOf } from "#business/sizing/service-load.ts";
import {
  coolingChoices,
  type HeatingKind,
  heatingChoices,
  type LoadId,
} from "#content/sizing/appliances.ts";
import { listed, wholeNumber } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { PhoneLink } from "#ui/call-us.tsx";
import { Chips } from "#ui/chips.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { type StayOnTold, stayOnTold } from "./stay-on-answer.ts";

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
  /** The generator chosen, null for none. */
  modelNumber: string | null;
  /** What was told of it, as the draft keeps it. */
  kept: StayOnTold | null;
  onTold: (told: StayOnTold | null) => void;
  /** How a home that needs more than we sell gets a quote for its loads; another feature's. */
  larger: (loads: string) => ReactNode;
};

/**
 * 'What should stay on?': the few loads that decide the size, as chips (GUIDE-02.1). Nothing is
 * ticked and nothing recommended before the visitor answers.
 */
export function StayOn({ answers, onChange, larger, ...telling }: StayOnProps) {
  const given = answers ?? readAnswers();
  const home = given ?? bareHome;
  const fits = given && fitsIn(given);
  useTold(given, telling);
  const change = (changed: HomeAnswers) => {
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
        onToggle={(value, checked) => change(withChip(home, value as ChipId, checked))}
      />
      <div className="grid gap-1 font-semibold" role="status">
        {given ? (
          <Verdict fits={fits} modelNumber={telling.modelNumber} />
        ) : (
          <p>{m.generator_choice_stay_on_ask()}</p>
        )}
      </div>
      {given && fits && !bestFit(fits) && larger(wishOf(given))}
      <Assumption home={home} onChange={change} />
    </div>
  );
}

type Telling = Pick<StayOnProps, "modelNumber" | "kept" | "onTold">;

// The order gets what stands on the page, wherever it was answered and whichever was chosen last.
function useTold(given: HomeAnswers | null, { modelNumber, kept, onTold }: Telling) {
  const told = given && modelNumber ? stayOnTold(given, modelNumber) : null;
  const isKept = JSON.stringify(told) === JSON.stringify(kept);
  useEffect(() => {
    if (!isKept) onTold(told);
  });
}

type VerdictProps = { fits: Fit[] | null } & Pick<StayOnProps, "modelNumber">;

/**
 * At once, in turn with what that costs, or larger than we sell (GUIDE-03.1): of the generator that
 * was chosen, beside the one that fits best; of that one before a choice, or for a choice whose
 * figures we do not have.
 */
function Verdict({ fits, modelNumber }: VerdictProps) {
  if (!fits) return <p>{m.generator_choice_stay_on_unclear()}</p>;
  const best = bestFit(fits);
  if (!best)
    return (
      <p>
        {m.generator_choice_stay_on_none()} <PhoneLink />
      </p>
    );
  const chosen = fits.find(({ unit }) => unit.modelNumber === modelNumber);
  const grade = gradeOf(chosen ?? best, includedModules);
  return (
    <>
      <p>
        {verdictOf(chosen ?? best)}
        {grade.kind === "in-turn" && ` ${modulesOf(grade)}`}
      </p>
      {chosen && chosen !== best && (
        <p className="font-normal">
          {m.generator_choice_stay_on_best()} {verdictOf(best)}
        </p>
      )}
    </>
  );
}

function verdictOf({ unit: { kw }, waiting }: Fit): string {
  if (waiting === null) return m.generator_choice_stay_on_too_small({ kw });
  if (waiting.length === 0) return m.generator_choice_stay_on_at_once({ kw });
  const names = listed(waiting.map((id) => m.generator_choice_unit_load({ id })));
  return m.generator_choice_stay_on_in_turn({ kw, names, count: waiting.length });
}

function modulesOf({ waiting, more }: { waiting: LoadId[]; more: number }) {
  if (more === 0) return m.generator_choice_stay_on_modules({ count: waiting.length });
  const needed = waiting.length;
  return m.generator_choice_stay_on_more({ needed, included: needed - more, more });
}

function fitsIn(home: HomeAnswers): Fit[] | null {
  const loads = loadsOf(home);
  return loads && fitsOf(loads, "natural_gas");
}

// What was ticked, and the home that it is for, in the words of the page.
function wishOf(home: HomeAnswers): string {
  const chips = CHIPS.filter((id) => isOn(home, id));
  const names = listed(chips.map((id) => m.generator_choice_stay_on_chip({ id })));
  return `${names}. ${m.generator_choice_assumed(assumedOf(home))}`;
}

type AssumptionProps = { home: HomeAnswers; onChange: (home: HomeAnswers) => void };

/**
 * The home that the verdict is figured for, in words, and the two answers that change it. Nothing
 * is figured for a floor area that is none.
 */
function Assumption({ home, onChange }: AssumptionProps) {
  const { floorSqFt: error } = answerErrors(home);
  return (
    <details className="text-sm text-quiet">
      <summary className="min-h-target cursor-pointer content-center">
        {error ? m.generator_choice_assumed_unclear() : m.generator_choice_assumed(assumedOf(home))}{" "}
        <span className="font-semibold underline">{m.generator_choice_assumed_change()}</span>
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <TextField
          name="floor"
          label={m.generator_choice_assumed_floor()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={home.floorSqFt}
          error={error}
          onChange={(floorSqFt) => onChange({ ...home, floorSqFt })}
        />
        <SelectField
          name="heat"
          label={m.generator_choice_assumed_heat()}
          value={home.heating}
          options={heatingChoices}
          onChange={(value) => onChange(withHeating(home, value as HeatingKind))}
        />
      </div>
    </details>
  );
}

function assumedOf({ floorSqFt, heating, cooling }: HomeAnswers) {
  const chosen = coolingChoices.find(({ value }) => value === cooling);
  return {
    feet: wholeNumber(Number(floorSqFt.replaceAll(",", ""))),
    heat: heatingChoices.find(({ value }) => value === heating)?.label.toLowerCase() ?? "",
    cooling: chosen?.systems ? chosen.label.toLowerCase() : m.generator_choice_assumed_no_ac(),
  };
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
