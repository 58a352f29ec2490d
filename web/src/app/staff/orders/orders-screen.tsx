import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type OrderPage, staffOrders } from "#api/staff-orders.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { listWords as words } from "./list/copy.ts";
import { OrderFilters } from "./list/order-filters.tsx";
import { OrderRows } from "./list/order-rows.tsx";
import { OrderSearch } from "./list/order-search.tsx";
import { Paging } from "./list/paging.tsx";
import { type OrderQuery, useOrderQuery } from "./list/use-order-query.ts";

/** /staff/orders: search and filter orders, with the next action of each. */
export default function OrdersScreen() {
  const { asked: query, hrefOf, askFor } = useOrderQuery();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["orders", query],
    staleTime: 0,
    queryFn: () => staffOrders.list(query),
    placeholderData: keepPreviousData,
  });

  return (
    <Screen title={words.title}>
      <OrderSearch query={query.q} onSearch={askFor} />
      <OrderFilters query={query} hrefOf={hrefOf} />
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <p role="status">{words.loading}</p>}
      {data && (
        <div
          className="grid min-w-0 gap-2 transition-opacity aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <OrderResults page={data} query={query} hrefOf={hrefOf} />
        </div>
      )}
    </Screen>
  );
}

type FoundProps = {
  page: OrderPage;
  query: OrderQuery;
  hrefOf: (change: Partial<OrderQuery>) => string;
};

function OrderResults({ page, query, hrefOf }: FoundProps) {
  const { count, orders, pages } = page;
  return (
    <>
      <p role="status" className="text-xs text-quiet">
        {words.count(count)}
      </p>
      {orders.length === 0 && <Nothing query={query} />}
      {orders.length > 0 && <OrderRows orders={orders} />}
      <Paging page={query.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

function Nothing({ query }: { query: OrderQuery }) {
  const isFiltered = query.q !== "" || query.status !== null || query.needsUs || query.page > 1;
  if (!isFiltered) return <p>{words.noneYet}</p>;
  return (
    <p>
      {words.none} {query.q && words.noneHint} <Link href="/orders">{words.showAll}</Link>
    </p>
  );
}
