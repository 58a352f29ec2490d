import { Link } from "wouter";
import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";

export type Outcome = Exclude<Schemas["ConversationEntryOut"]["outcome"], "">;

const TONES: Record<Outcome, BadgeTone> = {
  queued: "info",
  sent: "success",
  kept: "warning",
  delivered: "success",
  undelivered: "danger",
  dead: "danger",
  suppressed: "quiet",
};

type Sent = Pick<Schemas["StaffMessageOut"], "status" | "delivery" | "is_kept">;

/** Our status of a message and, once sent, what became of it. */
export function outcomeOf({ status, delivery, is_kept }: Sent): Outcome {
  if (status !== "sent") return status;
  if (is_kept) return "kept";
  if (delivery === "delivered") return "delivered";
  return delivery === "undelivered" || delivery === "failed" ? "undelivered" : "sent";
}

export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => (
  <Badge tone={TONES[outcome]}>{m.staff_messages_message_states({ outcome })}</Badge>
);

/** What "Kept" means, where a message of a list is. */
export function KeptNote({ outcomes }: { outcomes: readonly string[] }) {
  if (!outcomes.includes("kept")) return null;
  return (
    <p className="text-xs text-quiet">
      {m.staff_messages_kept_note()}{" "}
      <Link href="/settings/connections">{m.staff_messages_kept_link()}</Link>
    </p>
  );
}
