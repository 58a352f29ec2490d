import { type FormEvent, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Allowed } from "../session/me.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { CustomerView } from "./customer-view.tsx";
import { ListExports } from "./list-exports.tsx";
import {
  type Erased,
  type FoundCustomer,
  type ListName,
  useCustomer,
  useCustomerSearch,
} from "./use-customers.ts";

const LISTS = [
  "orders",
  "customers",
  "payments",
  "bookkeeping",
  "messages",
  "notify-requests",
] as const satisfies ListName[];

/** Customer data: search, export, erase; and CSV lists (OPS-13). */
export default function CustomersScreen() {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const [erased, setErased] = useState<Erased | null>(null);
  const leave = (done: Erased) => {
    setErased(done);
    navigate("/customers", { replace: true });
  };
  if (id) return <OneCustomer key={id} id={id} onErased={leave} />;
  return (
    <Screen title={m.staff_customers_title()}>
      {erased && <ErasedNotice erased={erased} />}
      <CustomerSearch />
      <Allowed to="export">
        <ListExports lists={LISTS} title={m.staff_customers_lists()} />
      </Allowed>
    </Screen>
  );
}

function OneCustomer({ id, onErased }: { id: string; onErased: (erased: Erased) => void }) {
  const { data: customer, error, refetch } = useCustomer(id);
  return (
    <Screen
      title={customer?.name ?? m.staff_customers_title()}
      actions={<Link href="/customers">{m.staff_customers_back()}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!customer && !error && <Spinner label={m.staff_customers_loading()} />}
      {customer && <CustomerView customer={customer} onErased={onErased} />}
    </Screen>
  );
}

function ErasedNotice({ erased }: { erased: Erased }) {
  const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
  return (
    <Notice
      tone="success"
      title={m.staff_customers_erased({
        count: rows,
        rows: rows.toLocaleString("en-US"),
        files: erased.files,
      })}
    >
      {m.staff_customers_elsewhere()}
    </Notice>
  );
}

// The search text is personal data, so it is never put into the URL.
function CustomerSearch() {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const { data, error, isFetching, refetch } = useCustomerSearch(query);
  const find = (event: FormEvent) => {
    event.preventDefault();
    setQuery(text.trim());
  };
  return (
    <>
      <search>
        <form className="flex max-w-176 flex-wrap items-start gap-2" onSubmit={find}>
          <TextField
            className="flex-[1_1_16rem]"
            label={m.staff_customers_search()}
            hint={m.staff_customers_search_hint()}
            name="q"
            type="search"
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={setText}
          />
          <Button className="mt-[1.6rem]" type="submit" busy={isFetching}>
            {m.staff_customers_find()}
          </Button>
        </form>
      </search>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {isFetching && !data && <Spinner label={m.staff_customers_loading()} />}
      {data && <CustomerResults customers={data.customers} />}
    </>
  );
}

const CustomerResults = ({ customers }: { customers: readonly FoundCustomer[] }) => (
  <>
    <p className="text-xs text-quiet" role="status">
      {customers.length === 0
        ? m.staff_customers_none()
        : m.staff_customers_count({ count: customers.length })}
    </p>
    <ul className="grid gap-2">
      {customers.map((customer) => (
        <li
          className="flex flex-wrap items-baseline gap-x-2 border-b border-line py-1.5"
          key={customer.id}
        >
          <Link className="font-semibold wrap-anywhere" href={`/customers/${customer.id}`}>
            {customer.name}
          </Link>
          <span className="text-xs text-quiet wrap-anywhere">
            {customer.email} · {customer.phone}
          </span>
          {customer.orders.map((order) => (
            <span className="text-xs text-quiet wrap-anywhere" key={order.id}>
              {order.address}
            </span>
          ))}
        </li>
      ))}
    </ul>
  </>
);
