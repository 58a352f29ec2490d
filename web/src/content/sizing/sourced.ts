/** A figure and where it comes from: an operator writes the source down beside it. */

export type Source =
  | { status: "read"; at: string }
  | { status: "typical"; at: string }
  | { status: "claimed"; at: string | null };

export type Sourced<T> = { value: T; source: Source };

/** From a document we hold. */
export const read = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "read", at },
});

/** What is usual; nobody has confirmed it for this unit or this home. */
export const typical = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "typical", at },
});

/** Said by the business; `at` stays null until the operator records its source. */
export const claimed = <T>(value: T, at: string | null = null): Sourced<T> => ({
  value,
  source: { status: "claimed", at },
});
