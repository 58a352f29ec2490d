/** Parse a dollar amount, "25", "25.5" or "$1,025.50", to cents; null when it is none. */
export function centsIn(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null;
  const [dollars = "0", cents = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
