/**
 * Sampling of pages built from the same code, by a seed. The gate sets TEST_SEED from the commit,
 * so that a run can be repeated; `make faults` sets TEST_WHOLE, and then nothing is left out.
 */
const seed = Number(process.env.TEST_SEED ?? "1");
export const WHOLE = Boolean(process.env.TEST_WHOLE);

/** One item chosen by the seed, or all of them in `make faults`. */
export function sample<Item>(items: readonly Item[]): readonly Item[] {
  return WHOLE ? items : [items[seed % items.length] as Item];
}

/** So many items that stand together, from a place chosen by the seed, or all in `make faults`. */
export function sampleOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (WHOLE || items.length <= count) return items;
  const first = (seed * count) % items.length;
  return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
}
