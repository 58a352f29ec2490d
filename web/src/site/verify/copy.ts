export const copy = {
  title: "Check a promised price",
  lead: "Every price we promise has a receipt with a code. Enter it, and you see what was promised, when, and every change since. You need no account, and you do not have to take our word for it.",
} as const;
