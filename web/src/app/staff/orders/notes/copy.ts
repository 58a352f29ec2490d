export const noteWords = {
  title: "Notes",
  lead: "For colleagues. The customer never sees them.",
  label: "New note",
  add: "Add note",
  adding: "Adding...",
  required: "Please write something first.",
  facts: (author: string, when: string) => `${author}, ${when}`,
} as const;
