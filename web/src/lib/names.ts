import { m } from "#paraglide/messages.js";

/** "Ada" of "Ada Lovelace", to greet somebody. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";

type Generator = { brand: string; model: string; kw: number };

/** "Generac Guardian, 22 kW", or that the homeowner has their own. */
export function generatorName(generator: Generator | null): string {
  if (!generator) return m.own_generator();
  const { brand, model, kw } = generator;
  return model.includes(String(kw)) ? `${brand} ${model}` : `${brand} ${model}, ${kw} kW`;
}
