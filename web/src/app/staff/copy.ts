import { company } from "#content/company.ts";
export const staffWords = {
  product: `${company.name} staff`,
  skip: "Skip to the screen",
  nav: "Screens",
  board: "Day board",
  orders: "Orders",
  order: "Order",
  photos: "Photos",
  photoReview: "Photo review",
  overview: "Overview",
  customers: "Customers",
  trail: "Trail",
  tables: "Tables",
  account: "My account",
  signOut: "Sign out",
  opening: "Opening...",
  loading: "Loading...",
  missingTitle: "No such screen",
  missing: "Nothing stands at this address. The screens you may see are above.",
  noRoleTitle: "Your account has no role yet",
  noRole: "Please ask an owner to give you one. Then load this page again.",
  crash: "This screen broke",
  crashNote: "What was saved is safe. Load the page again.",
  reload: "Load again",
  failed: "This did not load",
  again: "Try again",
} as const;

/** Messages for failed calls, by code, where the server's text does not explain it. */
export const problemWords = {
  offline: "No answer from the server. Check your connection and try again.",
  timeout: "The server took too long. Try again.",
  tooOften: (seconds: number | null) =>
    `Too many tries in a short time. Try again in ${waitOf(seconds ?? 60)}.`,
  ourFault: "Something went wrong on our side. Try again.",
  factorStale: "This needs your second factor, which was not shown. Nothing was changed.",
} as const;

function waitOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
