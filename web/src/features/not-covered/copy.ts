/** The words for a home we do not reach yet, as specified (sections 2 and 8). */
export const copy = {
  title: "We're not in your area, yet.",
  lead: "Leave your number and we text you once, on the day we start installing at your address.",
  lookupFailed: "We could not check this address just now. It may well be covered.",
  lookupAdvice: "Try again in a moment, or call us and we check it with you:",
  noZip: "We found no ZIP code for this address. Add it, and we look again.",
  tryAgain: "Try again",
  changeAddress: "Change Address",
  phone: "Mobile phone",
  phoneProblem: "Please enter a 10-digit phone number",
  consent:
    "By pressing Get Notified you agree that we text this number once, when service becomes available at this address. Message and data rates may apply. Reply STOP at any time.",
  notify: "Get Notified",
  submitting: "Submitting...",
  done: "Request Submitted Successfully!",
  savedTitle: "Notification Request Saved",
  savedText: "We'll notify you when service becomes available in your area.",
  failedTitle: "Error",
  failedText: "Failed to save your notification request. Please try again.",
} as const;
