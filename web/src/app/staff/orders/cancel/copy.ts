import type { Rule } from "#api/staff-orders.ts";

export const cancelWords = {
  title: "Cancel the order",
  lead: "Ends the order for good: the visit, the photo review, and all that is due.",
  open: "Cancel the order...",
  ended: "Cancelled",
  endedBy: (name: string, when: string) => `By ${name}, ${when}`,
  endedBecause: (reason: string) => `Reason: ${reason}`,
  onItsWay: "Of it, still on its way",
  dialogTitle: "Cancel this order?",
  rule: "By which rule",
  today: (name: string) => `What applies today: ${name}`,
  rules: {
    nothing_paid: "Nothing was paid",
    fee_kept_as_credit: "24 hours or more before the visit: fee stays a credit",
    fee_forfeited: "Less than 24 hours before the visit: fee is kept",
    not_feasible: "Installation not feasible: all comes back",
    permit_denied: "Permit or HOA approval denied: all comes back",
    change_declined: "Price change over 15% declined: all comes back",
    date_lost: "Date lost before the payment came: all comes back",
    fee_refundable: "Refundable site-visit fee: all comes back",
    within_three_days: "Within 3 business days of signing: all comes back",
    after_three_days: "After 3 business days: 10% and costs are kept",
    unreasonable_delay: "Unreasonable delay of ours: costs only are kept",
  } satisfies Record<Rule, string>,
  costs: "Costs already incurred",
  costsHint: "In dollars; what was ordered or done for this home and cannot be undone.",
  costsWrong: "Please enter an amount in dollars and cents, for example 250.00.",
  loading: "Looking up what the policy gives back...",
  refund: "Goes back to the customer",
  kept: "Is kept",
  owed: "Still owed by the customer",
  reason: "Reason",
  reasonHint: "Kept in the order's history.",
  reasonRequired: "Please say why.",
  consequence: (name: string, refund: string, keptAmount: string, owed: string | null) =>
    `The order ends now, ${name} is told, ${refund} goes back and ${keptAmount} is kept${
      owed ? `; ${owed} is still owed` : ""
    }. This cannot be undone.`,
  confirm: "Cancel the order",
  done: "The order is cancelled. The customer is told.",
} as const;
