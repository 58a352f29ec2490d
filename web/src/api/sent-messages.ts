import { type BookingMessage, useMessages } from "#api/my-booking.ts";

export type Sent = Partial<Record<BookingMessage["channel"], BookingMessage["outcome"]>>;

/** Whom our messages reach: the homeowner by both channels, by one, or by none. */
export type Reach = "both" | "email" | "sms" | "none";

const LEAVES: readonly BookingMessage["outcome"][] = ["queued", "sent", "delivered"];

/**
 * What became of the newest message of a kind, or of any kind, by each channel. Null until it is
 * known; a channel is missing where nothing was written by it, or where the booking may not be seen.
 */
export function useSent(kind?: string, orderId?: string): Sent | null {
  const { data: messages, isPending } = useMessages(orderId);
  if (isPending) return null;
  const sent: Sent = {};
  // Newest first.
  for (const message of messages ?? [])
    if (!kind || message.kind === kind) sent[message.channel] ??= message.outcome;
  return sent;
}

export const isLeaving = (outcome: BookingMessage["outcome"] | undefined): boolean =>
  outcome !== undefined && LEAVES.includes(outcome);

export function reachOf(sent: Sent): Reach {
  const byEmail = isLeaving(sent.email);
  if (byEmail && isLeaving(sent.sms)) return "both";
  if (byEmail) return "email";
  return isLeaving(sent.sms) ? "sms" : "none";
}
