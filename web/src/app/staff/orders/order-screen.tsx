import { Link, useParams } from "wouter";
import { Problem } from "#api/client.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { Badge } from "#ui/badge.tsx";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { useOrder } from "./actions/use-order.ts";
import { orderWords as words } from "./order/copy.ts";
import { OrderPage } from "./order/order-page.tsx";
import { statusTones, statusWords } from "./order-labels.ts";

/** /staff/orders/<number>: one order and its next action. */
export default function OrderScreen() {
  const { id = "" } = useParams<{ id: string }>();
  const { data: order, error, refetch } = useOrder(id);

  if (order)
    return (
      <Screen title={order.customer.name} actions={<Standing order={order} />}>
        {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
        <OrderPage key={order.id} order={order} />
      </Screen>
    );
  if (error instanceof Problem && error.status === 404) return <Missing />;
  return (
    <Screen title={words.title}>
      {error ? (
        <StaffProblem problem={error} onAgain={() => void refetch()} />
      ) : (
        <p role="status">{words.loading}</p>
      )}
    </Screen>
  );
}

const Standing = ({ order }: { order: StaffOrder }) => (
  <>
    <span className="text-xs text-quiet wrap-anywhere tabular-nums">
      {words.confirmation} {order.number ?? order.id}
    </span>
    <Badge tone={statusTones[order.status]}>{statusWords[order.status]}</Badge>
  </>
);

const Missing = () => (
  <Screen title={words.missingTitle}>
    <p>{words.missing}</p>
    <p>
      <Link href="/orders">{words.toList}</Link>
    </p>
  </Screen>
);
