/** What must be true of a spot (spec §5), in the order in which one looks. */
export const RULES = ["front", "sides", "openings", "ground", "access"] as const;

export type Rule = (typeof RULES)[number];
