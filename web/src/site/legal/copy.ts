export const copy = {
  inShort: "In short",
  inShortNote: "A summary. The numbered text is what counts.",
  contents: "Contents",
  version: (version: string) => `Version ${version}`,
  others: "The other documents",
  questions: "Questions about this text?",
  see: "See",
} as const;
