/** The gas that a home uses at once, in BTU per hour, and what meters supply, in cubic feet (CFH). */
import gas from "@market/gas.json";

export type Meter = (typeof gas.meters)[number];

/** The server takes no more for one appliance. */
const MOST_BTU_H = 2_000_000;

/** Whole cubic feet per hour, rounded up. */
export const cfhOf = (btuH: number): number => Math.ceil(btuH / gas.btu_per_cubic_foot);

/** What was typed, such as "80,000", as a number; 0 without a digit. */
export const btuFrom = (text: string): number =>
  Math.min(Number(text.replace(/\D/g, "")), MOST_BTU_H);

/** BTU per hour at full load of a generator that we sell; null for another one. */
export function generatorBtu(modelNumber: string): number | null {
  const unit = gas.generators.find((each) => each.model_number === modelNumber);
  return unit ? unit.cfh * gas.btu_per_cubic_foot : null;
}

export type MeterCheck = {
  /** The visitor's meter, or the usual one that we assume. */
  meter: Meter | undefined;
  isEnough: boolean;
  /** The smallest usual meter for the load; undefined beyond all of them. */
  needed: Meter | undefined;
};

/** Compare a load with the named meter; an empty name is a meter that is not known. */
export function checkMeter(cfh: number, name: string): MeterCheck {
  const meter = gas.meters.find((each) => each.name === (name || gas.usual_meter));
  const needed = gas.meters.find((each) => each.cfh >= cfh);
  return { meter, needed, isEnough: meter !== undefined && meter.cfh >= cfh };
}
