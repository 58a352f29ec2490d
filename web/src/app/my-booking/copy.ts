import { company } from "#content/company.ts";
export const bookingWords = {
  page: "Your booking",
  home: `${company.name} home`,
  hello: (name: string) => (name ? `Hello, ${name}.` : "Hello."),
  number: "Confirmation number",
  sections: "Your booking in parts",
  loading: "Loading your booking...",
  missingTitle: "We could not find your booking",
  missing:
    "This page shows the booking whose link you opened, or the one made in this browser. We found neither.",
  expiredTitle: "This link does not open a booking any more",
  expired:
    "Links to a booking end some weeks after the installation, and when we replace them by a new one.",
  newLink:
    "The newest e-mail or text from us has a link that works. If you do not find it, call us and we send you a new one:",
  startAgain: "Start a new estimate",
  failedTitle: "Your booking did not load",
  failed: "Nothing is lost. Check your connection and try again, or call us:",
  tryAgain: "Try again",
  cancelledTitle: "This order is cancelled",
  cancelled: "Your date is given back. What comes back to you stands under Payments.",
  moved: (day: string) => `Your appointment is now on ${day}.`,
  linkExpired: "The link you followed has ended. This is the booking made in this browser.",
  crash: "Unexpected Application Error",
  crashNote: "Your booking is safe. Load the page again, or call us.",
  reload: "Load again",
} as const;
