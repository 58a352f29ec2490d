/** Kinds by which the history can be filtered. */
import type { HistoryEvent } from "#api/staff-orders.ts";

export type Kind = "visit" | "photos" | "money" | "papers" | "messages" | "notes";

const OF_SUBJECT: Record<string, Kind> = {
  appointment: "visit",
  technician: "visit",
  photo: "photos",
  "photo review": "photos",
  price: "photos",
  "change order": "photos",
  payment: "money",
  checkout: "money",
  refund: "money",
  milestone: "money",
  proposal: "papers",
  document: "papers",
  message: "messages",
};

/** Kind of an event; undefined for one about the order as a whole. */
export function kindOf({ kind, subject }: HistoryEvent): Kind | undefined {
  if (kind === "note") return "notes";
  return kind === "log" ? OF_SUBJECT[subject] : "messages";
}
