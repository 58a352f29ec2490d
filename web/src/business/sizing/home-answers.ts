/** Answers about the home, as entered, and the loads derived from them. */

import {
  type Choice,
  coolingChoices,
  dishwasherChoices,
  dryerChoices,
  evChoices,
  type HeatingKind,
  heatingChoices,
  type LoadId,
  poolChoices,
  rangeChoices,
  waterHeaterChoices,
} from "#content/sizing/appliances.ts";
import { readSession, writeSession } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";
import { type Appliance, type Heating, type HomeLoads, serviceLoad } from "./service-load.ts";
import { ANSWERS_KEY } from "./stored-answers.ts";

export type HomeAnswers = {
  floorSqFt: string;
  kitchenCircuits: string;
  range: string;
  dryer: string;
  waterHeater: string;
  dishwasher: string;
  evCharger: string;
  poolPump: string;
  cooling: string;
  heating: HeatingKind;
  heatingKw: string;
  heaters: string;
  otherKw: string;
};

export type AnswerErrors = Partial<Record<keyof HomeAnswers, string>>;

/** A typical home: gas heat and hot water, one air conditioner. */
export const usualHome: HomeAnswers = {
  floorSqFt: "2500",
  kitchenCircuits: "2",
  range: "gas",
  dryer: "electric",
  waterHeater: "gas",
  dishwasher: "yes",
  evCharger: "none",
  poolPump: "none",
  cooling: "4",
  heating: "gas",
  heatingKw: "0",
  heaters: "5",
  otherKw: "0",
};

/** Before anything was answered: nothing that a visitor would have to untick. */
export const bareHome: HomeAnswers = { ...usualHome, cooling: "0", dryer: "gas" };

const LAUNDRY_CIRCUITS = 1; // the code's minimum, and what nearly every home has

/** Answers of this tab; null before the first one. */
export function readAnswers(): HomeAnswers | null {
  const stored = readSession<Partial<HomeAnswers>>(ANSWERS_KEY);
  return stored && { ...usualHome, ...stored };
}

export const storeAnswers = (answers: HomeAnswers): boolean => writeSession(ANSWERS_KEY, answers);

const BOUNDS = {
  floorSqFt: { least: 300, most: 20_000, words: m.load_calculation_load_floor_wrong() },
  heatingKw: { least: 0, most: 60, words: m.load_calculation_load_kw_wrong() },
  heaters: { least: 1, most: 30, words: m.load_calculation_load_heaters_wrong() },
  otherKw: { least: 0, most: 60, words: m.load_calculation_load_kw_wrong() },
} as const;

export function answerErrors(answers: HomeAnswers): AnswerErrors {
  const wrong = Object.entries(BOUNDS).filter(([field, { least, most }]) => {
    const value = numberIn(answers[field as keyof typeof BOUNDS]);
    return value === null || value < least || value > most;
  });
  return Object.fromEntries(wrong.map(([field, bound]) => [field, bound.words]));
}

/** Loads of the answered home; null while an answer is not a valid number. */
export function loadsOf(answers: HomeAnswers): HomeLoads | null {
  if (Object.keys(answerErrors(answers)).length > 0) return null;
  return {
    floorSqFt: amount(answers.floorSqFt),
    smallApplianceCircuits: amount(answers.kitchenCircuits),
    laundryCircuits: LAUNDRY_CIRCUITS,
    appliances: appliancesOf(answers),
    coolingVa: coolingOf(answers.cooling),
    heating: heatingOf(answers),
  };
}

function appliancesOf(answers: HomeAnswers): Appliance[] {
  const chosen = (id: LoadId, choices: readonly Choice[], value: string) => ({
    id,
    name: m.load_calculation_load_name({ id }),
    va: choices.find((choice) => choice.value === value)?.va ?? 0,
  });
  return [
    chosen("range", rangeChoices, answers.range),
    chosen("dryer", dryerChoices, answers.dryer),
    chosen("water-heater", waterHeaterChoices, answers.waterHeater),
    chosen("dishwasher", dishwasherChoices, answers.dishwasher),
    chosen("ev-charger", evChoices, answers.evCharger),
    chosen("pool-pump", poolChoices, answers.poolPump),
    {
      id: "other" as const,
      name: m.load_calculation_load_name({ id: "other" }),
      va: amount(answers.otherKw) * 1000,
    },
  ].filter((appliance) => appliance.va > 0);
}

function coolingOf(value: string): number[] {
  const choice = coolingChoices.find((each) => each.value === value);
  if (!choice || choice.systems === 0) return [];
  return Array.from({ length: choice.systems }, () => choice.va / choice.systems);
}

function heatingOf({ heating, heatingKw, heaters }: HomeAnswers): Heating {
  const va = amount(heatingKw) * 1000;
  if (heating === "heat-pump") return { kind: "heat-pump", stripsVa: va };
  if (heating === "central") return { kind: "central", va };
  if (heating === "separate") return { kind: "separate", va, heaters: amount(heaters) };
  return { kind: "none" };
}

/** Change the kind of heating, and set its usual power. */
export function withHeating(answers: HomeAnswers, heating: HeatingKind): HomeAnswers {
  const usual = heatingChoices.find((each) => each.value === heating);
  return { ...answers, heating, heatingKw: String(usual?.usualKw ?? 0) };
}

/** Single loads the day simulation runs, at their nameplate ratings. */
export function dayLoadsOf(home: HomeLoads): Appliance[] {
  const plates = serviceLoad(home).general.filter((line) => line.id === "base");
  const baseVa = plates.reduce((sum, line) => sum + line.va, 0);
  const [first, second] = home.coolingVa;
  const air = (id: LoadId, va: number | undefined) =>
    va ? [{ id, name: m.load_calculation_load_name({ id }), va }] : [];
  return [
    { id: "base", name: m.load_calculation_load_name({ id: "base" }), va: baseVa },
    ...air("cooling-1", first),
    ...air("cooling-2", second),
    ...home.appliances,
  ];
}

const amount = (text: string): number => numberIn(text) ?? 0;

function numberIn(text: string): number | null {
  const plain = text.replaceAll(",", "").trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
