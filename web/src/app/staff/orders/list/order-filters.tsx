import { Link } from "wouter";
import type { OrderStatus } from "#api/staff-orders.ts";
import { statusWords } from "../order-labels.ts";
import { listWords as words } from "./copy.ts";
import type { OrderQuery } from "./use-order-query.ts";

type OrderFiltersProps = { query: OrderQuery; hrefOf: (change: Partial<OrderQuery>) => string };

const CHIPS: readonly { name: string; asks: Pick<OrderQuery, "status" | "needsUs"> }[] = [
  { name: words.all, asks: { status: null, needsUs: false } },
  { name: words.needsUs, asks: { status: null, needsUs: true } },
  ...(Object.keys(statusWords) as OrderStatus[]).map((status) => ({
    name: statusWords[status],
    asks: { status, needsUs: false },
  })),
];

/** Filters of the list: one at a time, each with its own URL. */
export function OrderFilters({ query, hrefOf }: OrderFiltersProps) {
  return (
    <nav className="chips" aria-label={words.filters}>
      {CHIPS.map(({ name, asks }) => (
        <Link
          key={name}
          className="chip inline-flex items-center min-h-9 px-3 border border-line-strong rounded-full bg-surface-raised text-ink text-sm whitespace-nowrap no-underline cursor-pointer pointer-coarse:min-h-target hover:border-ink [&[aria-current]]:border-chosen [&[aria-current]]:bg-surface-inverse [&[aria-current]]:text-inverse aria-pressed:border-chosen aria-pressed:bg-surface-inverse aria-pressed:text-inverse"
          href={hrefOf({ ...asks, page: 1 })}
          aria-current={
            query.status === asks.status && query.needsUs === asks.needsUs ? "page" : undefined
          }
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
