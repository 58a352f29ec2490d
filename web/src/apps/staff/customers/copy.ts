/** The words of the screen for one customer's data, and of lists. */
import type { Held, ListName } from "#lib/api/staff-customers.ts";

const rows = (count: number) => (count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`);

export const copy = {
  title: "Customers",
  back: "All customers",
  search: "Find a customer",
  searchHint: "Name, phone, e-mail, address, ZIP, order or confirmation number",
  find: "Find",
  loading: "Loading what we hold...",
  none: "Nobody is found by this.",
  found: (count: number) => (count === 1 ? "1 customer" : `${count} customers`),
  orders: "Orders",
  holdings: "What we hold",
  holdingsNote: "Every table with rows about them, and what erasing makes of these rows.",
  table: "What",
  rows: "Rows",
  becomes: "When erased",
  becomesWords: {
    kept: "Stays: says nothing of who they are",
    wiped: "Stays, without who they are",
    deleted: "Deleted",
  } satisfies Record<Held["becomes"], string>,
  spellings: "Also written as",
  copyJson: "Copy of the data (JSON)",
  copyZip: "With photos and papers (ZIP)",
  preparing: "Preparing...",
  erase: "Erase this customer",
  eraseTitle: (name: string) => `Erase ${name}`,
  eraseWhat:
    "Name, contacts, address, photos, papers, notes and the text of all messages are gone for good. Amounts, dates and receipts stay, as tax and licence rules ask. It cannot be taken back.",
  typedName: "Type their name to go on",
  typedNameHint: (name: string) => `As it stands above: ${name}`,
  nameDiffers: "This is not the name above.",
  reason: "Why",
  reasons: [
    { value: "asked", label: "They asked for it" },
    { value: "mistake", label: "They should never have been stored" },
  ],
  erasing: "Erasing...",
  erased: (count: number, files: number) =>
    `Erased: ${rows(count)} changed or deleted, ${files} files are being deleted.`,
  elsewhere:
    "The card provider and the mailboxes of staff keep their own copies: ask there as well.",
  lists: "Lists for a spreadsheet",
  listsNote: "What came into being on these days, as CSV. Every export stands in the trail.",
  from: "From",
  to: "To",
  daysWrong: "The first day comes before the last.",
  download: (list: string) => `Download ${list.toLowerCase()}`,
  listNames: {
    orders: "Orders",
    customers: "Customers",
    payments: "Payments",
    messages: "Messages",
    "notify-requests": "Requests to be told",
  } satisfies Record<ListName, string>,
} as const;

const TABLES: Readonly<Record<string, string>> = {
  customers: "Name and contacts",
  orders: "Orders",
  order_locations: "Addresses of homes",
  order_search_texts: "What orders are found by",
  appointments: "Appointments",
  order_links: "Links to their booking",
  change_orders: "Changed prices",
  order_log: "What happened to orders",
  order_notes: "Notes of staff",
  coupon_uses: "Coupons used",
  milestones: "Milestones",
  payments: "Payments",
  stripe_checkout_sessions: "Payment pages",
  refunds: "Refunds",
  ledger_entries: "Entries of the account",
  cancellations: "Cancellations",
  card_events: "What the card provider told us",
  photo_reviews: "Photo reviews",
  photos: "Photos and videos",
  order_files: "Papers",
  proposals: "Proposals",
  quotes: "Quotes",
  price_receipts: "Price receipts",
  wizard_sessions: "Visits to the wizard",
  wizard_interaction_events: "Steps in the wizard",
  messages: "E-mails and texts to them",
  inbound_texts: "Texts from them",
  suppressions: "Where we may not write",
  consents: "What they agreed to",
  coverage_rejection_requests: "Requests to be told of coverage",
  address_searches: "Addresses searched for",
  manual_quote_requests: "Requests for a quote by hand",
  idempotent_answers: "Answers kept for repeats",
};

export const tableName = (table: string): string => TABLES[table] ?? table.replaceAll("_", " ");
export const rowCount = rows;
