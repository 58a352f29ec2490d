export const words = { start: "Check my address" } as const;
