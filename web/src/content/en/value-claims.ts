/**
 * Claims of the value section (HOME-08). When an operator records the source of a figure, the page
 * shows it.
 */

export type ValueClaim = {
  id: string;
  figure: string;
  title: string;
  text: string;
  /** Name and year of the publication. */
  source: string | null;
};

export const valueClaims: readonly ValueClaim[] = [
  {
    id: "resale",
    figure: "2–3%",
    title: "resale lift",
    text: "What a standby generator can add to the price of a home. On a $350,000 house, that is $7,000 to $10,500.",
    source: null,
  },
  {
    id: "insurance",
    figure: "2–5%",
    title: "insurance credit",
    text: "What some insurers take off a home policy for a permanently installed generator. Ask yours before you count on it.",
    source: null,
  },
  {
    id: "outages",
    figure: "7+ hours",
    title: "without power in a year",
    text: "What an average home here goes through. With a generator, the fridge, the air conditioning and the internet stay on.",
    source: null,
  },
];

/** Cost of a typical project elsewhere, compared with ours. */
export const typicalQuote = {
  label: "A typical quote",
  figure: "$16–20k",
  fromCents: 16_000_00,
  toCents: 20_000_00,
  source: null as string | null,
};
