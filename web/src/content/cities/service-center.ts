/** Where the crews start from; the operator sets it before launch. */
export const serviceCenter = {
  place: "Spring, Montgomery County",
  locality: "Spring",
  zipCode: "77386",
} as const;
