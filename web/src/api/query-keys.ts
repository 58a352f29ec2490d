/**
 * What visitors' queries are called in the cache, and the first word of staff's (staff-keys.ts); a
 * name alone stands for all keys that begin with it. They are types, because each page of the
 * application would load a table of them.
 */
import type { Schemas } from "#api/client.ts";

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

type Keys = {
  "price-book": [];
  availability: [];
  packages: [];
  "included-services": [packageId: number | null];
  "bonus-items": [packageId: number | null];
  generators: [];
  "saved-quote": [selection: Schemas["SavedQuoteIn"]];
  "saved-quote-page": [token: string];
  "custom-quote": [token: string];
  "access-link": [page: string, order: string | undefined];
  "visitor-order": [id: string | null];
  "paid-visit": [];
  "paid-order": [];
  "diagnostic-days": [];
  diagnostic: [id: string];
  "my-booking": [] | [part: BookingPart, of?: string | null];
  /** What waits for staff: each change that anybody sends may settle something of it. */
  waits: [];
};

/** A key of visitors: `["diagnostic", id] satisfies Key`. */
export type Key = { [Name in keyof Keys]: [name: Name, ...of: Keys[Name]] }[keyof Keys];
