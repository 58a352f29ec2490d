const WHOLE = /* @__PURE__ */ new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const AND = /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: "conjunction" });
const OR = /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** "1,250" for 1249.6. */
export const wholeNumber = (number: number): string => WHOLE.format(number);

/** "dryer, range, and pool pump" */
export const listed = (parts: readonly string[]): string => AND.format(parts);

/** "refunds or exports" */
export const listedAsChoice = (parts: readonly string[]): string => OR.format(parts);

/** File size for people: 184320 is "184 kB", 2400000 is "2.4 MB". */
export function fileSize(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1000))} kB`;
}
