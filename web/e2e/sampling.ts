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
