export const orderWords = {
  title: "Order",
  loading: "Loading the order...",
  missingTitle: "No such order",
  missing: "Nothing is known under this number. Perhaps a digit is missing.",
  toList: "Find it in the list",
  confirmation: "Confirmation",
  phone: "Phone",
  email: "Email",
  address: "Address",
  map: "Map",
  correct: "Correct",
  noTexts: "Wants no texts",
  noEmails: "Wants no emails",
  total: "Total",
  paid: "Paid",
  balance: "To pay now",
  inCredit: "To give back",
  parts: "Parts of this order",
  jumps: {
    visit: "Visit",
    photos: "Photos",
    price: "Price",
    papers: "Papers",
    money: "Money",
    messages: "Messages",
    notes: "Notes",
    history: "History",
  },
  photos: "Photos",
  noPhotos: "No photos are asked for.",
  photoStates: {
    awaiting_photos: "Waiting for the customer",
    submitted: "Wait for review",
    retake_requested: "Better ones asked for",
    decided: "Decided",
    cancelled: "Ended",
  },
  photoCount: (count: number, least: number) => `${count} received, at least ${least} are needed.`,
  retake: (reason: string) => `Asked for again: ${reason}`,
  toPhotos: "Open at the photo desk",
} as const;

export const powerOnWords = {
  title: "Is the power on?",
  consequence: (name: string) =>
    `The order is finished, and ${name} is told that the generator is on guard. This cannot be taken back.`,
  confirm: "The power is on",
  done: "Marked: the power is on.",
} as const;

export const contactWords = {
  title: "Correct how to reach them",
  name: "Name",
  email: "Email",
  phone: "Mobile phone",
  agrees: "They told me that they agree to texts about this order to the new number.",
  consequence:
    "What still waits to be sent goes to the new address, and links sent to the old one open nothing any more.",
  confirm: "Save",
  done: "Saved. New messages go to the new address.",
} as const;
