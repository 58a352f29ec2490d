/**
 * What visitors' queries are called in the cache, and the first word of staff's (staff-keys.ts).
 * Only these two files write a key; a name alone stands for all keys that begin with it. Here they
 * are types, because each page of the application would load a table of them.
 */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
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

/** The key of a query: its name, and what it is of. */
export const key = <Name extends keyof Keys>(...of: [name: Name, ...Keys[Name]]) => of;

/** Load again what is on the screen of these, and the rest when it is shown. */
export const reload = (queries: QueryClient, ...changed: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
