/** Example price: a 22 kW generator within 25 ft, in The Woodlands. */

export const priceExample = {
  title: "A 22 kW generator in The Woodlands",
  lines: [
    { name: "Installation", note: "Up to 25 ft, flat rate", cents: 4_990_00 },
    { name: "22 kW generator", note: "Store price, transfer switch included", cents: 6_979_00 },
    { name: "Sales tax", note: "8.25%, on the generator only", cents: 575_77 },
    { name: "Permit", note: "The Woodlands", cents: 150_00 },
  ],
  totalCents: 12_694_77,
} as const;

export const startingPriceCents = 4_990_00;
