/** Dollars as they are typed: "25", "25.5", "$1,025.50". Null where it is no amount. */
export function centsIn(typed: string): number | null {
  const plain = typed.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null;
  const [dollars = "0", cents = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
