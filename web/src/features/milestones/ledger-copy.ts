import type { LedgerEntry } from "#api/my-booking.ts";

export const ledgerWords = {
  when: "Date",
  what: "What",
  amount: "Amount",
  balance: "Balance",
  kinds: {
    scheduling_fee: "Site-visit fee",
    diagnostic: "Diagnostic",
    milestone: "Milestone",
    surcharge: "Card surcharge",
    late_fee: "Late fee",
    cancellation_fee: "Cancellation fee",
    payment: "Payment",
    credit: "Credit",
    reversal: "Taken back",
    refund: "Refund",
    refund_returned: "Refund returned by your bank",
    taken_back: "Taken back by your bank",
    reinstated: "Given back by your bank",
  } satisfies Record<LedgerEntry["kind"], string>,
} as const;
