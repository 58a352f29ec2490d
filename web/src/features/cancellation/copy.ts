export const copy = {
  title: "Cancel this order?",
  loading: "Looking up what comes back to you...",
  failed: "We could not look up what comes back to you. Nothing has changed.",
  tryAgain: "Try again",
  refund: "Comes back to you",
  kept: "Is kept",
  owed: "Still to pay",
  days: "Refunds go back to where they came from and arrive within 10 business days.",
  reason: "Why do you cancel? (optional)",
  reasonHint: "It helps us to do better.",
  cancel: "Cancel the order",
  cancelling: "Cancelling...",
  keep: "Keep my order",
  cannot: "This order cannot be cancelled here. Please call us and we find a way together:",
  refusals: {
    refund_changed:
      "What comes back to you changed meanwhile. Nothing was cancelled: the new amount is shown above.",
    status_moved: "Your order changed a moment ago. Nothing was cancelled: please look again.",
    not_cancellable: "This order cannot be cancelled any more. Please call us.",
    payment_on_its_way:
      "A payment of yours is on its way. Please wait until it has arrived, or call us.",
    general: "Your order was not cancelled. Please try again.",
  },
  orCall: "Or call us:",
} as const;
