/** "Ada" of "Ada Lovelace", to greet somebody. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
