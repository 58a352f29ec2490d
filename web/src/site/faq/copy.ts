export const copy = {
  title: "Questions homeowners ask",
  lead: "Prices, dates, permits and the generator itself. Where the answer depends on your home, we say what it depends on.",
  groups: "Groups of questions",
  quote: "Get My Quote",
  quoteTitle: "Your home’s price takes two minutes.",
  quoteText: "Type your address, choose the distance, see one flat price. No account.",
  call: "Or talk to a person:",
} as const;
