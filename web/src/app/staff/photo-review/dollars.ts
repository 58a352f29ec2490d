/** Parse a dollar amount to cents; "" when empty, null when invalid. */
export function centsTyped(text: string): number | "" | null {
  const written = text.replace(/[$,\s]/g, "");
  if (written === "") return "";
  const read = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(written);
  if (!read) return null;
  return Number(read[1]) * 100 + Number((read[2] ?? "").padEnd(2, "0"));
}

/** Parse the feet of a run, whole and in range; null otherwise. */
export function feetTyped(text: string): number | null {
  const written = text.trim();
  if (!/^\d{1,4}$/.test(written)) return null;
  const feet = Number(written);
  return feet <= 2000 ? feet : null;
}
