/** Looks of an order's status, shared by the list and the order screen. */
import type { OrderStatus } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

export const statusTones = {
  reserved: "warning",
  scheduled: "info",
  accepted: "info",
  equipment_arrived: "info",
  completed: "success",
  cancelled: "quiet",
} satisfies Record<OrderStatus, BadgeTone>;
