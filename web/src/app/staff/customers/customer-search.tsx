import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import type { FoundCustomer } from "#api/staff-customers.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import { useCustomerSearch } from "./use-customers.ts";

// The search text is personal data, so it is never put into the URL.
export function CustomerSearch() {
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
            label={copy.search}
            hint={copy.searchHint}
            name="q"
            type="search"
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={setText}
          />
          <Button className="mt-[1.6rem]" type="submit" busy={isFetching}>
            {copy.find}
          </Button>
        </form>
      </search>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {isFetching && !data && <Spinner label={copy.loading} />}
      {data && <CustomerResults customers={data.customers} />}
    </>
  );
}

const CustomerResults = ({ customers }: { customers: readonly FoundCustomer[] }) => (
  <>
    <p className="text-xs text-quiet" role="status">
      {customers.length === 0 ? copy.none : copy.found(customers.length)}
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
