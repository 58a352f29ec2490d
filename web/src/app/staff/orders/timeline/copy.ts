export const historyWords = {
  title: "Everything that happened",
  none: "Nothing of this kind happened yet.",
  legend: "Show",
  kinds: {
    all: "All",
    visit: "Visit",
    photos: "Photos and price",
    money: "Money",
    papers: "Papers",
    messages: "Messages",
    notes: "Notes",
  },
  times: (count: number) => `(${count} times)`,
  more: (count: number) => `Show all ${count}`,
} as const;
