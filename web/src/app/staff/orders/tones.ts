import type { Milestone, StaffPayment, StaffRefund } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

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
