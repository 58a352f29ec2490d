import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type OrderPage, staffOrders } from "#lib/api/staff-orders.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { listWords as words } from "./list/copy.ts";
import { OrderFilters } from "./list/order-filters.tsx";
import { OrderRows } from "./list/order-rows.tsx";
import { OrderSearch } from "./list/order-search.tsx";
import { Paging } from "./list/paging.tsx";
import { type Asked, useAsked } from "./list/use-asked.ts";
import "./orders.css";

/** /staff/orders: any order, found by anything one knows of it, and what to do with each. */
export default function OrdersScreen() {
  const { asked, hrefOf, askFor } = useAsked();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["orders", asked],
    staleTime: 0,
    queryFn: () => staffOrders.list(asked),
    placeholderData: keepPreviousData,
  });

  return (
    <Screen title={words.title}>
      <OrderSearch asked={asked.q} onAsk={askFor} />
      <OrderFilters asked={asked} hrefOf={hrefOf} />
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <p role="status">{words.loading}</p>}
      {data && (
        <div className="found" aria-busy={isPlaceholderData}>
          <Found found={data} asked={asked} hrefOf={hrefOf} />
        </div>
      )}
    </Screen>
  );
}

type FoundProps = { found: OrderPage; asked: Asked; hrefOf: (change: Partial<Asked>) => string };

function Found({ found, asked, hrefOf }: FoundProps) {
  const { count, orders, pages } = found;
  return (
    <>
      <p role="status" className="found__count">
        {words.count(count)}
      </p>
      {orders.length === 0 && <Nothing asked={asked} />}
      {orders.length > 0 && <OrderRows orders={orders} />}
      <Paging page={asked.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

function Nothing({ asked }: { asked: Asked }) {
  const isFiltered = asked.q !== "" || asked.status !== null || asked.needsUs || asked.page > 1;
  if (!isFiltered) return <p>{words.noneYet}</p>;
  return (
    <p>
      {words.none} {asked.q && words.noneHint} <Link href="/orders">{words.showAll}</Link>
    </p>
  );
}
