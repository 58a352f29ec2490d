import { type ReactNode, useRef } from "react";
import { answerErrors, type HomeAnswers, withHeating } from "#business/sizing/home-answers.ts";
import {
  type Choice,
  coolingChoices,
  dishwasherChoices,
  dryerChoices,
  evChoices,
  type HeatingKind,
  heatingChoices,
  poolChoices,
  rangeChoices,
  waterHeaterChoices,
} from "#content/sizing/appliances.ts";
import { m } from "#paraglide/messages.js";
import { useEarlyInput } from "#ui/hydration.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

type LoadFormProps = {
  answers: HomeAnswers;
  onChange: (answers: HomeAnswers) => void;
  /** Called with answers entered before hydration. */
  onEarlier: (changed: Partial<HomeAnswers>) => void;
};

type Field = keyof HomeAnswers;

const CIRCUITS = ["2", "3", "4", "5"].map((count) => ({ value: count, label: count }));

/** Questions about the home, appliance by appliance. Every change recalculates at once. */
export function LoadForm({ answers, onChange, onEarlier }: LoadFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = answerErrors(answers);
  const set = (name: Field) => (value: string) => onChange({ ...answers, [name]: value });

  useEarlyInput(form, answers, (changed) => onEarlier(changed as Partial<HomeAnswers>));

  const number = (name: Field, label: string, hint?: string) => (
    <TextField
      name={name}
      label={label}
      value={answers[name]}
      onChange={set(name)}
      error={errors[name]}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
    />
  );
  const choice = (name: Field, label: string, options: readonly Choice[], hint?: string) => (
    <SelectField
      name={name}
      label={label}
      value={answers[name]}
      onChange={set(name)}
      options={options}
      hint={hint}
    />
  );

  return (
    <form ref={form} className="grid gap-8" onSubmit={(event) => event.preventDefault()} noValidate>
      <Group legend={m.load_calculation_load_house()}>
        {number("floorSqFt", m.load_calculation_load_floor())}
        <SelectField
          name="kitchenCircuits"
          label={m.load_calculation_load_kitchen_circuits()}
          value={answers.kitchenCircuits}
          onChange={set("kitchenCircuits")}
          options={CIRCUITS}
          hint={m.load_calculation_load_kitchen_hint()}
        />
      </Group>
      <Group legend={m.load_calculation_load_climate()}>
        {choice(
          "cooling",
          m.load_calculation_load_cooling(),
          coolingChoices,
          m.load_calculation_load_cooling_hint(),
        )}
        <SelectField
          name="heating"
          label={m.load_calculation_load_heating()}
          value={answers.heating}
          onChange={(kind) => onChange(withHeating(answers, kind as HeatingKind))}
          options={heatingChoices}
        />
        {answers.heating !== "gas" &&
          number(
            "heatingKw",
            m.load_calculation_load_heating_kw(),
            m.load_calculation_load_heating_kw_hint(),
          )}
        {answers.heating === "separate" && number("heaters", m.load_calculation_load_heaters())}
      </Group>
      <Group legend={m.load_calculation_load_kitchen()}>
        {choice("range", m.load_calculation_load_range(), rangeChoices)}
        {choice("dryer", m.load_calculation_load_dryer(), dryerChoices)}
        {choice("waterHeater", m.load_calculation_load_water_heater(), waterHeaterChoices)}
        {choice("dishwasher", m.load_calculation_load_dishwasher(), dishwasherChoices)}
      </Group>
      <Group legend={m.load_calculation_load_outside()}>
        {choice("evCharger", m.load_calculation_load_ev_charger(), evChoices)}
        {choice("poolPump", m.load_calculation_load_pool_pump(), poolChoices)}
        {number(
          "otherKw",
          m.load_calculation_load_other_kw(),
          m.load_calculation_load_other_hint(),
        )}
      </Group>
    </form>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2">
      <legend className="mb-4 p-0 text-lg font-semibold sm:col-span-full">{legend}</legend>
      {children}
    </fieldset>
  );
}
