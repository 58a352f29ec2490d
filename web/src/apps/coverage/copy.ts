export const copy = {
  unknownCount: "115+",
  title: (count: string) => `${count} ZIP codes around Houston`,
  lead: "Find yours in the list or on the map. Whether we come to you is decided by your address’s ZIP code.",
} as const;
