export const copy = {
  title: "Documents",
  none: "Your papers appear here: the proposal, receipts and the papers for your HOA.",
  loading: "Loading your documents...",
  failed: "Your documents did not load.",
  tryAgain: "Try again",
  facts: (size: string, day: string) => `PDF, ${size}, ${day}`,
} as const;
