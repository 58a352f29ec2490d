/** Where the crews start from: a fact the operator sets before opening the doors. */
export const serviceCenter = {
  place: "Spring, Montgomery County",
  locality: "Spring",
  zipCode: "77386",
} as const;
