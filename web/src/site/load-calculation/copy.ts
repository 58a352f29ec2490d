import type { LoadId } from "#content/sizing/appliances.ts";

const loads: Record<LoadId, string> = {
  base: "Lights, fridge and outlets",
  "cooling-1": "Air conditioner",
  "cooling-2": "Second air conditioner",
  "heat-strips": "Heat strips",
  range: "Range",
  dryer: "Dryer",
  "water-heater": "Water heater",
  dishwasher: "Dishwasher",
  "ev-charger": "EV charger",
  "pool-pump": "Pool pump",
  other: "Other wired-in appliances",
};

export const loadWords = {
  title: "Size it properly",
  lead: "A bill says how much power you use in a month. A generator has to carry everything that runs at the same moment, and that depends on what is wired to your panel. This is the calculation the electrical code asks for.",
  usual: "We start with a typical Houston home. Change what is different in yours.",
  yours: "Your answers stay on this page until you close the tab.",
  startAgain: "Start over with the typical home",
  house: "The house",
  kitchen: "Kitchen and laundry",
  climate: "Cooling and heating",
  outside: "Outside and the rest",
  floor: "Living area (ft²)",
  kitchenCircuits: "Kitchen outlet circuits",
  kitchenHint: "Two, unless your panel lists more.",
  range: "Range",
  dryer: "Clothes dryer",
  waterHeater: "Water heater",
  dishwasher: "Dishwasher",
  evCharger: "EV charger",
  poolPump: "Pool pump",
  cooling: "Air conditioning",
  coolingHint: "5 tons or less is usually one system.",
  heating: "Heating",
  heatingKw: "Electric heating power (kW)",
  heatingKwHint: "On the nameplate of the air handler or the heaters.",
  heaters: "Heaters with their own thermostat",
  otherKw: "Anything else wired in (kW)",
  otherHint: "Well pump, hot tub, built-in microwave.",
  floorWrong: "Please enter the living area in square feet, from 300 to 20,000",
  kwWrong: "Please enter kilowatts from 0 to 60, for example 1.5",
  heatersWrong: "Please enter how many heaters there are, from 1 to 30",
  resultTitle: "Your calculated load",
  resultUsual: "The load of a usual home",
  figureNote: "Hold it against a generator's kW on your fuel.",
  incomplete: "Correct the marked answers and the load is calculated again.",
  fuel: "Fuel",
  naturalGas: "Natural gas",
  propane: "Propane",
  linesTitle: "How it is calculated",
  atPlate: "On the nameplate",
  generalTotal: "General load",
  firstPart: "First 10,000 VA in full",
  restPart: "The rest at 40%",
  cooling100: "Cooling, in full",
  heatingShare: "Heating, after its factor",
  smaller: "smaller, so not added",
  total: "Calculated load",
  unitsTitle: "What carries it",
  onGas: (kw: string) => `${kw} kW on natural gas`,
  onPropane: (kw: string) => `${kw} kW on propane`,
  unverified: "typical figure, not from this model's data sheet",
  carriesAll: "Carries the whole home at once.",
  carriesManaged: (waiting: string) => `Carries it when load management holds back: ${waiting}.`,
  tooSmall: "Too small, even with load management.",
  pick: "Fits best",
  now: (kw: number) => `The ${kw} kW unit fits best`,
  rule: "The code's rule (NEC 702.4): behind an automatic switch, a generator must carry the whole load it takes over, or the most that its load management system will connect at one time.",
  guidance:
    "Guidance, not engineering. The nameplates on your appliances decide, motors draw several times their power for a moment when they start, and a licensed electrician confirms the size before anything is ordered.",
  source: (edition: string) => `Calculated by ${edition}, the optional method.`,
  loads,
};

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "dryer, range and pool pump", with the names of the load list. */
export const listOfLoads = (ids: readonly LoadId[]): string =>
  AND.format(ids.map((id) => inSentence(loads[id])));

const inSentence = (name: string): string =>
  /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
