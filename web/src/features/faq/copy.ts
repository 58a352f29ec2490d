export const copy = {
  title: "Questions homeowners ask",
  lead: "Prices, dates, permits and the machine itself. Where the answer depends on your home, we say on what.",
  groups: "Groups of questions",
  quote: "Get My Quote",
  quoteTitle: "The price of your own home takes two minutes.",
  quoteText: "Type your address, choose the distance, see one flat price. No account.",
  call: "Or ask a person:",
} as const;
