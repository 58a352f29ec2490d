/** The words of changing an order: what every such form says. */
export const actWords = {
  keep: "Go back",
  loading: "Loading...",
} as const;
