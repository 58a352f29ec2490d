/** What staff's queries are called in the cache. `all` stands for every query of its subject. */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";

type Days = { from: string; to: string };
type Lead = { source: string; source_ref: string };

const account = ["account"] as const;
const board = ["board"] as const;
const crew = ["crew"] as const;
const leads = ["leads"] as const;
const orders = ["orders"] as const;
const overview = ["overview"] as const;
const payouts = ["payouts"] as const;
const quotes = ["quotes"] as const;
const settings = ["settings"] as const;
const waits = ["waits"] satisfies Key;

const ofOrder = (id: string) => ["order", id] as const;
const ofReview = (id: string) => ["photo-review", id] as const;

export const staffKeys = {
  me: { all: ["me"], of: (id: string) => ["me", id] },
  account: { all: account },
  signIn: {
    ways: ["sign-in-ways"],
    newFactor: (name: string) => ["new-factor", name],
    firstRecoveryCodes: ["first-recovery-codes"],
    recoveryCodesLeft: ["recovery-codes-left"],
  },
  board: {
    all: board,
    days: (from: string, days: number) => [...board, from, days],
    coming: (weeks: number) => [...board, "coming", weeks],
    technicians: [...board, "technicians"],
    readiness: (from: string, days: number) => [...board, "readiness", from, days],
    visits: (from: string, days: number) => [...board, "visits", from, days],
    closing: (day: string) => [...board, "closing", day],
  },
  calendarFeeds: ["calendar-feeds"],
  ownCalendar: ["own-calendar"],
  colleagues: ["colleagues"],
  crew: {
    memberBefore: (state: string, isLeft: boolean) => [...crew, "member", state, isLeft],
    member: (id: string) => [...crew, "member", id],
    jobs: (userId: string) => [...crew, "jobs", userId],
    jobsFrom: (userId: string, isSignedIn: boolean) => [...crew, "jobs", userId, isSignedIn],
    waiting: (userId: string) => [...crew, "waiting", userId],
    sending: (userId: string) => [...crew, "sending", userId],
  },
  customers: {
    all: ["customers"],
    matching: (q: string) => ["customers", q],
    each: ["customer"],
    one: (id: string) => ["customer", id],
  },
  leads: { all: leads, one: (lead: Lead | null) => [...leads, lead] },
  newOrder: ["new-order"],
  order: {
    all: ["order"],
    of: ofOrder,
    money: (id: string) => [...ofOrder(id), "money"],
    cancellation: (id: string, costsCents: number) => [...ofOrder(id), "cancellation", costsCents],
    refundEffect: (id: string, paymentId: string, cents: number | null) =>
      [...ofOrder(id), "refund-effect", paymentId, cents] as const,
    changedPrice: (id: string, version: number, lines: readonly unknown[] | null) =>
      [...ofOrder(id), "changed-price", version, lines] as const,
    jobReports: (id: string) => [...ofOrder(id), "job-reports"],
    conversation: (id: string) => [...ofOrder(id), "conversation"],
    photoSlots: (id: string) => [...ofOrder(id), "photo-slots"],
  },
  orders: {
    all: orders,
    list: (query: object) => [...orders, query],
    savedFilters: ["saved-filters"],
  },
  overview: {
    all: overview,
    figures: (days: Days) => [...overview, days],
    rows: (metric: Schemas["Metric"], days: Days, zip: string | null, page: number) =>
      [...overview, metric, days, zip, page] as const,
  },
  payouts: {
    all: payouts,
    page: (page: number) => [...payouts, page],
    one: (id: string) => [...payouts, id],
  },
  photoReviews: {
    all: ["photo-reviews"],
    queue: (status: string) => ["photo-reviews", status],
    one: ofReview,
    price: (id: string, confirmed: object | null) => [...ofReview(id), "price", confirmed],
  },
  picture: (path: string | null | undefined) => ["picture", path],
  quotes: { all: quotes, one: (id: string) => [...quotes, id] },
  search: (q: string) => ["search", q],
  settings: {
    section: (name: string) => [...settings, name],
    staffHistory: [...settings, "staff", "history"],
  },
  messagesWithoutOrder: ["messages-without-order"],
  auditLog: (filters: object) => ["audit-log", filters],
  waits: {
    all: waits,
    groups: [...waits, "groups"],
    group: (key: string) => [...waits, "group", key],
    counts: [...waits, "counts"],
    tasks: [...waits, "tasks"],
    tasksOf: (orderId: string) => [...waits, "tasks", orderId],
    inbox: (verdict: string) => [...waits, "inbox", "list", verdict],
    inboxItem: (id: string) => [...waits, "inbox", id],
    cardReports: (verdict: string) => [...waits, "card-report", "list", verdict],
    cardReport: (id: string) => [...waits, "card-report", id],
    suppressions: (search: string) => [...waits, "suppressions", search],
  },
} as const;

const [me] = staffKeys.me.all;
const [order] = staffKeys.order.all;

/** All queries but who is signed in, which no other change touches. */
export const allButMe = { predicate: ({ queryKey: [subject] }: Query) => subject !== me };

export const allButOrders = {
  predicate: ({ queryKey: [subject] }: Query) => subject !== me && subject !== order,
};

/** Load again what is on the screen of these, and the rest when it is shown. */
export const reload = (queries: QueryClient, ...changed: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));

/** What waits changed; the page of an order shows it too. */
export function reloadWaits(queries: QueryClient): Promise<unknown> {
  void reload(queries, staffKeys.order.all);
  return reload(queries, waits);
}

/** An order was placed: it took a day, and a lead is won by it. */
export const reloadAfterOrder = (queries: QueryClient) =>
  reload(queries, ["availability"] satisfies Key, orders, board, leads);
