/** The words of the payments: three milestones, how they are paid, and every entry of the account. */
import type { Milestone, MilestoneKind, PayMethod, RefundState } from "#lib/api/my-booking.ts";

export const copy = {
  title: "Payments",
  lead: "You pay in three parts, each when that part is done.",
  notYet:
    "Nothing is due. You pay in three parts of 25%, 50% and 25%, the first when you accept your proposal.",
  loading: "Loading your payments...",
  failed: "Your payments did not load.",
  tryAgain: "Try again",
  kinds: {
    acceptance: "When you accept the proposal",
    equipment: "When the equipment is here",
    completion: "When the work is complete",
  } satisfies Record<MilestoneKind, string>,
  share: (percent: number) => `${percent}% of the total`,
  badges: {
    waiting: "Later",
    due: "Due now",
    paid: "Paid",
    cancelled: "Cancelled",
  } satisfies Record<Milestone["status"], string>,
  amount: "Amount",
  credit: "Credited",
  creditNote: "What you paid before, such as the site-visit fee",
  lateFee: "Late fee",
  lateFeeNote: "1.5% for each full month after the due date",
  toPay: "To pay",
  dueBy: (day: string) => `Please pay by ${day}`,
  pay: "Pay now",
  methodTitle: "How would you like to pay?",
  methods: {
    bank: "Bank transfer",
    debit_card: "Debit card",
    credit_card: "Credit card",
  } satisfies Record<PayMethod, string>,
  noFee: "No fee",
  fee: (amount: string) => `+ ${amount}`,
  feeDetail: (percent: number | string) => `${Number(percent)}% card surcharge, charged on top`,
  goPay: (amount: string) => `Pay ${amount}`,
  goPayWithFee: (amount: string, fee: string) => `Pay ${amount} + ${fee}`,
  opening: "Opening the payment page...",
  secure: "You pay on the payment provider's own page. We never see your card or account number.",
  testTitle: "Test mode",
  test: "Payments here are tests: no real card is charged and no money moves.",
  owed: "To pay now",
  settled: "Nothing to pay now",
  inCredit: "In your favour",
  paidSoFar: "Paid so far",
  total: "Total of your installation",
  account: "Every entry of your account",
  refunds: "Refunds",
  refundStates: {
    requested: "On its way",
    sent: "Sent",
    failed: "We are looking into it",
  } satisfies Record<RefundState["status"], string>,
  refusals: {
    cards_down:
      "The payment page cannot be reached right now. Nothing was charged: please try again in a moment.",
    already_paid: "This is already paid. Nothing was charged: we show you how it stands now.",
    nothing_due: "Nothing is due any more. Nothing was charged.",
    payment_on_its_way:
      "A payment for this is on its way already. A bank can take a few days; we tell you when it is here.",
    general: "The payment page could not be opened. Nothing was charged: please try again.",
  },
  orCall: "Or call us:",
} as const;
