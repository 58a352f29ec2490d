// Separate file, because it is loaded with the dialog.
export const moveWords = {
  title: "Move your appointment",
  lead: "Moving is free up to 48 hours before. Your present day stays yours until the new one is certain.",
  leadLost: "Your payment counts in full. The day you choose is certain at once.",
  move: "Move to this day",
  moveTo: (day: string) => `Move to ${day}`,
  moving: "Moving...",
  keep: "Keep my day",
  close: "Close",
  dayRequired: "Please choose a day",
  windowRequired: "Please choose morning or afternoon",
  refusals: {
    day_full: "That day just filled up. We refreshed the calendar: please choose another one.",
    day_not_offered: "That day cannot be booked any more. Please choose another one.",
    window_not_offered: "Please choose morning or afternoon.",
    too_late_to_reschedule:
      "It is less than 48 hours until your appointment, so it cannot be moved here any more. Please call us.",
    not_reschedulable:
      "There is no confirmed appointment to move any more. Close this to see how your booking stands.",
    general: "Your appointment was not moved. Your present day is still yours: please try again.",
  },
  orCall: "Or call us:",
} as const;
