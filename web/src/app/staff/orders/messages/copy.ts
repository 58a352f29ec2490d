import type { StaffMessage } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

// Our status of a message and, for a text, the delivery status the provider reports later.
type Outcome = StaffMessage["status"] | "delivered" | "undelivered";

export const messageWords = {
  title: "Messages",
  none: "Nothing was written to this customer yet.",
  channels: { email: "Email", sms: "Text" } satisfies Record<StaffMessage["channel"], string>,
  states: {
    queued: "Waiting",
    sent: "Sent",
    delivered: "Delivered",
    undelivered: "Sent, did not arrive",
    dead: "Not delivered",
    suppressed: "Not sent: opted out",
  } satisfies Record<Outcome, string>,
  facts: (channel: string, recipient: string, when: string) =>
    `${channel} to ${recipient}, ${when}`,
  lastAnswer: (why: string) => `Last answer: ${why}`,
  notNow: "No longer tells what is so.",
  more: (count: number) => `Show all ${count} messages`,
  again: "Send again",
  againTitle: "Send this message again?",
  againConsequence: (name: string, recipients: string) =>
    recipients
      ? `“${name}” goes to ${recipients} once more, within a minute.`
      : "The customer wants no messages by any way: nothing would be sent.",
  againDone: "The message is on its way again.",
} as const;

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
