export const actWords = {
  keep: "Go back",
  loading: "Loading...",
} as const;
