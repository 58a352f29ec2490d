/** A figure with its source, which an operator records beside it. */

export type Source =
  | { status: "read"; at: string }
  | { status: "typical"; at: string }
  | { status: "claimed"; at: string | null };

export type Sourced<T> = { value: T; source: Source };

/** Taken from a document we have. */
export const read = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "read", at },
});

/** Typical; not confirmed for this model or home. */
export const typical = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "typical", at },
});

/** Claimed by the business; `at` is null until the operator records a source. */
export const claimed = <T>(value: T, at: string | null = null): Sourced<T> => ({
  value,
  source: { status: "claimed", at },
});
