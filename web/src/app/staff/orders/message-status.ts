import type { StaffMessage } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

// Our status of a message and, for a text, the delivery status the provider reports later.
type Outcome = StaffMessage["status"] | "delivered" | "undelivered";

export const messageTones: Record<Outcome, BadgeTone> = {
  queued: "info",
  sent: "success",
  delivered: "success",
  undelivered: "danger",
  dead: "danger",
  suppressed: "quiet",
};

export function outcomeOf({
  status,
  delivery,
}: Pick<StaffMessage, "status" | "delivery">): Outcome {
  if (status !== "sent") return status;
  if (delivery === "delivered") return "delivered";
  return delivery === "undelivered" || delivery === "failed" ? "undelivered" : "sent";
}

/**
 * Name of a message: an email's subject; a text has none, so its kind: "photo_link" is "Photo
 * link".
 */
export function nameOf({ subject, kind }: Pick<StaffMessage, "subject" | "kind">): string {
  const plain = kind.replaceAll("_", " ");
  return subject || `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}
