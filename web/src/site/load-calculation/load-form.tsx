import { type ReactNode, useRef } from "react";
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
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useEarlyInput } from "#ui/use-early-input.ts";
import { loadWords as words } from "./copy.ts";
import { answerErrors, type HomeAnswers, withHeating } from "./home-answers.ts";

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
      <Group legend={words.house}>
        {number("floorSqFt", words.floor)}
        <SelectField
          name="kitchenCircuits"
          label={words.kitchenCircuits}
          value={answers.kitchenCircuits}
          onChange={set("kitchenCircuits")}
          options={CIRCUITS}
          hint={words.kitchenHint}
        />
      </Group>
      <Group legend={words.climate}>
        {choice("cooling", words.cooling, coolingChoices, words.coolingHint)}
        <SelectField
          name="heating"
          label={words.heating}
          value={answers.heating}
          onChange={(kind) => onChange(withHeating(answers, kind as HeatingKind))}
          options={heatingChoices}
        />
        {answers.heating !== "gas" && number("heatingKw", words.heatingKw, words.heatingKwHint)}
        {answers.heating === "separate" && number("heaters", words.heaters)}
      </Group>
      <Group legend={words.kitchen}>
        {choice("range", words.range, rangeChoices)}
        {choice("dryer", words.dryer, dryerChoices)}
        {choice("waterHeater", words.waterHeater, waterHeaterChoices)}
        {choice("dishwasher", words.dishwasher, dishwasherChoices)}
      </Group>
      <Group legend={words.outside}>
        {choice("evCharger", words.evCharger, evChoices)}
        {choice("poolPump", words.poolPump, poolChoices)}
        {number("otherKw", words.otherKw, words.otherHint)}
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
