/** Parts of an address as browsers fill them in, by their `autocomplete` names. */
export const ADDRESS_PARTS = ["address-level2", "address-level1", "postal-code"] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];
export type AddressParts = Partial<Record<AddressPart, string>>;

/**
 * One line from what a browser fills in: its street address, which may have several lines, and
 * town, state and ZIP code, as far as the line does not have them (ADDR-07.2).
 */
export function addressLine(street: string, parts: AddressParts): string {
  const line = street
    .split(/[\r\n]+/)
    .map((part) => part.trim().replace(/,$/, ""))
    .filter(Boolean)
    .join(", ");
  // A street may be named like a town, as Katy Fwy is: only what follows it can be the town.
  const afterStreet = line.split(",").slice(1).join(",");
  const [town = "", state = "", zip = ""] = ADDRESS_PARTS.map((name) => {
    const part = parts[name]?.trim() ?? "";
    return hasWord(afterStreet, part) ? "" : part;
  });
  return [line, town, `${state} ${zip}`.trim()].filter(Boolean).join(", ");
}

/** The line from what a form held or sent before its script was there. */
export const addressLineIn = (sent: { get: (name: string) => unknown }): string =>
  addressLine(
    String(sent.get("address") ?? ""),
    Object.fromEntries(ADDRESS_PARTS.map((name) => [name, String(sent.get(name) ?? "")])),
  );

/** Whether a text begins with a house number and a street's name. */
export const beginsWithStreet = (text: string): boolean => /^\s*\S*\d\S*\s+\S/.test(text);

const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\w])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w])`, "i").test(text);
