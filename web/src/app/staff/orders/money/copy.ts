import type { Milestone, StaffPayment, StaffRefund } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

export const moneyWords = {
  title: "Money",
  milestones: "Milestones",
  noMilestones: "The milestones begin when the customer accepts the proposal.",
  kinds: {
    acceptance: "Proposal accepted",
    equipment: "Equipment arrived",
    completion: "Installation complete",
  } satisfies Record<Milestone["kind"], string>,
  share: (percent: number, amount: string) => `${percent}%, ${amount}`,
  due: (amount: string, by: string | null) => `${amount} to pay${by ? ` by ${by}` : ""}`,
  milestoneStates: {
    waiting: "Later",
    due: "To be paid",
    paid: "Paid",
    cancelled: "Cancelled",
  } satisfies Record<Milestone["status"], string>,
  reach: {
    equipment: "Equipment has arrived",
    completion: "Installation is complete",
  },
  reachTitle: {
    equipment: "Has the equipment arrived?",
    completion: "Is the installation complete?",
  },
  reachConsequence: (percent: number, amount: string, name: string) =>
    `${percent}% of the total, ${amount}, falls due, and ${name} is told by text and email. This cannot be taken back.`,
  reached: {
    equipment: "Marked: the equipment is here.",
    completion: "Marked: the installation is complete.",
  },
  payments: "Payments",
  noPayments: "Nothing was asked for yet.",
  purposes: {
    scheduling_fee: "Site-visit fee",
    diagnostic: "Diagnostic",
    milestone_acceptance: "Milestone: acceptance",
    milestone_equipment: "Milestone: equipment",
    milestone_completion: "Milestone: completion",
  } satisfies Record<StaffPayment["purpose"], string>,
  methods: {
    card: "Card",
    credit_card: "Credit card",
    debit_card: "Debit card",
    bank: "Bank transfer",
  } satisfies Record<StaffPayment["method"], string>,
  paymentStates: {
    due: "Not paid",
    paid: "Paid",
    refunded: "Refunded",
    returned: "Taken back by the bank",
    cancelled: "Given up",
  } satisfies Record<StaffPayment["status"], string>,
  withSurcharge: (amount: string) => `incl. ${amount} card surcharge`,
  refundedSoFar: (amount: string) => `${amount} given back`,
  takenSoFar: (amount: string) => `${amount} held by the customer's bank`,
  disputed: "Disputed",
  refund: "Refund",
  refundOf: (what: string) => `Refund: ${what}`,
  amount: "Amount",
  amountHint: (amount: string) => `Up to ${amount} can go back.`,
  whole: (amount: string) => `All of it: ${amount}`,
  reason: "Reason",
  reasonHint: "Kept with the order, and the customer sees it beside the refund.",
  reasonRequired: "Please say why.",
  amountRequired: "Please enter an amount in dollars and cents, for example 25.00.",
  amountTooHigh: (amount: string) => `At most ${amount} can go back.`,
  refundConsequence: (amount: string, left: string, name: string) =>
    `${amount} goes back to ${name} to where it came from; ${left} of this payment stays with us.`,
  refundUnclear: "Enter an amount and it says here what goes back and what stays.",
  doRefund: (amount: string) => `Refund ${amount}`,
  refundAsked: "The refund is on its way.",
  nothingLeft: "Nothing of it is left with us.",
  refunds: "Refunds",
  refundStates: {
    requested: "On its way",
    sent: "Sent",
    failed: "Failed",
    returned: "Returned by the bank",
    replaced: "Replaced",
  } satisfies Record<StaffRefund["status"], string>,
  failedBecause: (why: string) => `The provider said: ${why}`,
  providerRef: (ref: string) => `At the card provider: ${ref}`,
  retry: "Send the refund again",
  retryTitle: "Send this refund again?",
  retryConsequence: (amount: string) =>
    `${amount} is sent once more; what was sent before is not sent twice.`,
  retried: "The refund is on its way again.",
  disputes: "Disputes",
  disputeOf: (amount: string, reason: string) => `${amount}, ${reason}`,
  openedOn: (day: string) => `Opened ${day}`,
  respondBy: (day: string) => `Respond by ${day} in the card provider's dashboard`,
  closedOn: (day: string) => `Closed ${day}`,
  bankHolds: (amount: string) => `The bank holds ${amount}`,
  keepTitle: "Keep the visit without its fee?",
  keepConsequence: (name: string) =>
    `The visit of ${name} stays on the calendar, and nobody is asked for the fee.`,
  keep: "Keep the visit",
  kept: "The visit is kept.",
  entries: "Every entry of the account",
} as const;

export const milestoneTones = {
  waiting: "quiet",
  due: "warning",
  paid: "success",
  cancelled: "quiet",
} satisfies Record<Milestone["status"], BadgeTone>;

export const paymentTones = {
  due: "warning",
  paid: "success",
  refunded: "quiet",
  returned: "danger",
  cancelled: "quiet",
} satisfies Record<StaffPayment["status"], BadgeTone>;

export const refundTones = {
  requested: "info",
  sent: "success",
  failed: "danger",
  returned: "danger",
  replaced: "quiet",
} satisfies Record<StaffRefund["status"], BadgeTone>;
