export const copy = {
  title: "Look at the work",
  lead: "Instead of quoting reviews, we show you what the finished work looks like.",
  rendering: "Computer rendering of a typical installation, not a customer’s home.",
  note: "A note from the founder",
  more: "Continue Reading",
  less: "Show Less",
  diagnostic: "Book a $9 diagnostic",
} as const;

// Texts of the hydrated carousel only: they are part of its script, the others are not.
export const awake = {
  pictures: "Pictures of the installation",
  previous: "Previous picture",
  next: "Next picture",
  pause: "Pause the pictures",
  play: "Play the film",
  review: "Schedule a video review",
  reviewSoon: "Video review scheduling coming soon!",
} as const;
