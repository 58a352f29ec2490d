export const copy = {
  buysTitle: (amount: string) => `What your ${amount} does`,
  buys: (amount: string): readonly string[] => [
    "It holds a crew for your day from now on.",
    `All of it, 100%, is credited to your project when you go ahead within 30 days. You then pay ${amount} less.`,
    "You get it back if the installation turns out not to be feasible: we cannot serve the address, the permit or the HOA approval is denied, or the final price is more than 15% higher and you do not approve it.",
  ],
  buysNot:
    "It is not refunded for a no-show or a cancellation less than 24 hours ahead. Moving the date is free up to 48 hours before.",
  hold: "Held for you",
  holdUntil: (time: string) => `until ${time}`,
  holdOver: "The time of your hold is over.",
  holdOverText:
    "Nothing was charged. If your day is still free, paying now takes it back; if not, you choose another one.",
  due: "Due today",
  dueNote: "credited in full to your project",
  pay: (amount: string) => `Pay ${amount}`,
  opening: "Opening the card page...",
  secure: "You pay on the card provider's own page. We never see your card number.",
  testTitle: "Test mode",
  test: "This site runs with test payments: no real card is charged and no money moves.",
  refusals: {
    cards_down:
      "Card payments cannot be reached right now. Nothing was charged, nothing is lost and your day stays held. Please try again in a moment.",
    hold_expired:
      "Your hold ended and the day has been taken meanwhile. Nothing was charged. Choose another day; everything else you entered is kept.",
    offline:
      "We could not reach the server. Nothing was charged: check your connection and try again.",
    too_often:
      "Too many tries in a short time. Nothing was charged. Please wait a minute and try again.",
    general: "The card page could not be opened. Nothing was charged. Please try again.",
  },
  orCall: "Or call us:",
} as const;
