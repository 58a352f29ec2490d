export const copy = {
  unknownCount: "115+",
  title: (count: string) => `${count} ZIP codes around Houston`,
  lead: "Find yours in the list or on the map. The ZIP code of your address decides whether we install there.",
} as const;
