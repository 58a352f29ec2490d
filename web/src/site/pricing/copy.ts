export const words = { start: "Check my address", explain: "How this price is made" } as const;
