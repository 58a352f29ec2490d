/** The words of changing an order: what every such form says. */
export const actWords = {
  keep: "Go back",
  loading: "Loading...",
  forbidden: "Your role does not include this. A manager can do it.",
} as const;
