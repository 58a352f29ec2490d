/**
 * What visitors' queries are called in the cache, and the first word of staff's (staff-keys.ts).
 * Only these two files write a key; a key of one word stands for all that begin with it.
 */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";

type Selection = Schemas["SavedQuoteIn"];

export const keys = {
  priceBook: ["price-book"],
  availability: ["availability"],
  packages: ["packages"],
  includedServices: (packageId: number | null) => ["included-services", packageId],
  bonusItems: (packageId: number | null) => ["bonus-items", packageId],
  generators: ["generators"],
  savedQuote: (selection: Selection) => ["saved-quote", selection],
  savedQuotePage: (token: string) => ["saved-quote-page", token],
  customQuote: (token: string) => ["custom-quote", token],
  accessLink: (page: string, order: string | undefined) => ["access-link", page, order],
  visitorOrder: (id: string | null) => ["visitor-order", id],
  paidVisit: ["paid-visit"],
  paidOrder: ["paid-order"],
  diagnosticDays: ["diagnostic-days"],
  diagnostic: (id: string) => ["diagnostic", id],
  myBooking: ["my-booking"],
  ofMyBooking: (part: BookingPart, of?: string | null) => ["my-booking", part, of],
  /** What waits for staff: each change that anybody sends may settle something of it. */
  waits: ["waits"],
} as const;

type BookingPart =
  | "bookings"
  | "booking"
  | "money"
  | "documents"
  | "proposal"
  | "messages"
  | "review"
  | "consents"
  | "cancellation"
  | "photos";

/** Load again what is on the screen of these, and the rest when it is shown. */
export async function reload(queries: QueryClient, ...changed: readonly QueryKey[]): Promise<void> {
  await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
