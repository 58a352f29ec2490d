/** Safety rules for a generator spot, in the order in which they are checked (DIST-01.1). */
export const RULES = ["front", "sides", "openings", "ground", "access"] as const;

export type Rule = (typeof RULES)[number];
