import { company } from "#content/company.ts";

export const finalizeWords = {
  title: "Finalize your installation",
  lead: "Check your price, see what the fee does, and pay it to make your day certain.",
  priceChanged: "Your price is not the one you saw before",
  priceDiffers: (before: string, now: string) =>
    `You saw ${before}; the total is now ${now}. Our price list changed meanwhile. You pay the fee only if this is right for you.`,
  newDateTitle: "Your payment arrived, your day was already taken",
  newDate:
    "Your hold had ended before the payment reached us. Your fee counts in full and nothing more is due: choose another day and it is certain at once.",
  chooseDay: "Choose another day",
  cancelledTitle: "This reservation was cancelled",
  cancelled: "You can make a new one at any time; what you entered is kept.",
  startAgain: "Start a new estimate",
} as const;

export const confirmWords = {
  title: "Confirm Your Appointment",
  lead: "Nothing is due today. Check the details and confirm.",
  confirmedLead: "It is paid and confirmed. Here is what we have.",
  confirm: "Confirm Appointment",
  confirming: "Confirming...",
  due: "Due today",
  dueNote: "nothing to pay now",
  failed: "We could not confirm it just now. Nothing is lost: please try again.",
  taken: "The day was taken meanwhile. Choose another one; everything else you entered is kept.",
} as const;

export const paidWords = {
  loading: "Loading your appointment details...",
  title: "Your appointment",
  thanks: "THANK YOU!",
  greeting: (name: string) =>
    name ? `${name}, your appointment is confirmed.` : "Your appointment is confirmed.",
  technician: "Your technician",
  technicianPending: "Technician Assignment Pending - We'll notify you by email and text.",
  address: "Address",
  date: "Date",
  window: "Time window",
  type: "Type",
  typeValue: "In-Home Appointment",
  mailSent: (email: string) => `A confirmation e-mail was sent to ${email}.`,
  textSent: (phone: string) => `A confirmation text (SMS) was sent to ${phone}.`,
  number: "Confirmation number",
  next: "What happens now",
  nextSteps: [
    "We text you a link to upload 5 photos of the panel, the meter and the spot.",
    "Within 24-48 business hours we confirm the distance and lock your price. It goes down if the run is shorter; if extra work is needed we ask you first.",
    "We file the permit and the HOA papers, and come on your day.",
  ],
  home: "Back to home",
  myBooking: "Open my booking",
  missingTitle: "Appointment not found",
  missing: "We couldn't find your appointment details.",
  missingHelp:
    "Appointments are shown only in the browser that made them. Your confirmation e-mail has everything too. Or call us:",
  tryAgain: "Try again",
  pendingTitle: "We are still confirming your payment",
  pending:
    "The card provider has not told us the result yet. This can take a few minutes; your day stays held meanwhile. As soon as it is there we send you an e-mail and a text. Please do not pay a second time.",
  pendingBack: "You did not finish paying?",
  pendingBackLink: "Go back to the payment",
  checkAgain: "Check again",
  checking: "Checking...",
  overTitle: "This reservation is no longer held",
  over: "We have received no payment for it and its time is over. Nothing was charged. Choose another day; what you entered is kept.",
} as const;

export const cancelledWords = {
  title: "Payment Cancelled",
  lead: "Your site visit payment was not completed",
  noCharge: "No charges were made to your card.",
  held: (time: string) => `Your day is still held for you until ${time}.`,
  reasonsTitle: "Common reasons",
  reasons: [
    "The payment window was closed",
    "The back button was pressed",
    "Insufficient funds on the card",
    "A technical issue with the connection or the card provider",
  ],
  again: "Try Payment Again",
  home: "Return Home",
  supportTitle: "Need help?",
  support: "Call or write to us and we finish it together.",
  hours: company.supportHours,
} as const;
