import { Link } from "wouter";
import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";

export type Outcome = Schemas["Outcome"];

const TONES: Record<Outcome, BadgeTone> = {
  queued: "info",
  sent: "success",
  kept: "warning",
  delivered: "success",
  undelivered: "danger",
  dead: "danger",
  opted_out: "warning",
  paused: "warning",
  unconfirmed: "warning",
  over_budget: "warning",
  unsubscribed: "quiet",
  out_of_date: "quiet",
  order_canceled: "quiet",
  dropped: "quiet",
};

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
