import { Link } from "wouter";
import type { OrderStatus } from "#api/staff-orders.ts";
import { chipLook } from "../chip.tsx";
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
    <nav className="flex flex-wrap gap-1.5" aria-label={words.filters}>
      {CHIPS.map(({ name, asks }) => {
        const isChosen = query.status === asks.status && query.needsUs === asks.needsUs;
        return (
          <Link
            key={name}
            className={chipLook(isChosen)}
            href={hrefOf({ ...asks, page: 1 })}
            aria-current={isChosen ? "page" : undefined}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
