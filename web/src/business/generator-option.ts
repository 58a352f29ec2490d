/** A catalog generator as the visitor sees it. */
import type { Schemas } from "#api/client.ts";

export type GeneratorRow = Schemas["GeneratorOut"];

export type Badge = "natural_gas" | "propane" | "wifi" | "auto_transfer";

export type GeneratorOption = {
  id: number;
  type: "buy_here" | "provide_own";
  brand: string;
  model: string;
  kw: number;
  modelNumber: string;
  price: number;
  description: string;
  badges: Badge[];
};

const PROVIDE = /\bprovide\b/i;
const MODEL_NUMBER = /\b\d{4}\b/;

export function toGeneratorOption(row: GeneratorRow): GeneratorOption {
  const isOwn = [row.brand, row.model, row.description].some((text) => PROVIDE.test(text));
  return {
    id: row.id,
    type: isOwn ? "provide_own" : "buy_here",
    brand: row.brand,
    model: row.model,
    kw: row.kw,
    modelNumber: row.model_number ?? MODEL_NUMBER.exec(row.model)?.[0] ?? "",
    price: Number.isFinite(row.price) ? row.price : 0,
    description: row.description,
    badges: badgesOf(row),
  };
}

function badgesOf({ fuel_type, has_wifi, switch_type }: GeneratorRow): Badge[] {
  const fuel = fuel_type.toLowerCase();
  const badges: (Badge | false)[] = [
    /natural|\bng\b/.test(fuel) && "natural_gas",
    /propane|\blp\b/.test(fuel) && "propane",
    has_wifi && "wifi",
    switch_type === "automatic" && "auto_transfer",
  ];
  return badges.filter((badge) => badge !== false);
}
