export const appWords = {
  loading: "Loading...",
  crash: "Unexpected Application Error",
  crashNote: "What you entered is saved. Load the page again, or call us.",
  reload: "Load again",
} as const;
