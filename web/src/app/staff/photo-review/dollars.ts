import { centsIn } from "../shell/dollars.ts";

/** Parse a dollar amount to cents; "" when empty, null when invalid. */
export const centsTyped = (text: string): number | "" | null =>
  text.trim() === "" ? "" : centsIn(text);

/** Parse the feet of a run, whole and in range; null otherwise. */
export function feetTyped(text: string): number | null {
  const written = text.trim();
  if (!/^\d{1,4}$/.test(written)) return null;
  const feet = Number(written);
  return feet <= 2000 ? feet : null;
}
