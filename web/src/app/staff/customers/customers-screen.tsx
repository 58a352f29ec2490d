import { type FormEvent, useId, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import {
  type Erased,
  type FoundCustomer,
  type ListName,
  staffCustomers,
} from "#api/staff-customers.ts";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { chosenPeriod, isOrdered, todayInHouston } from "../overview/period.ts";
import { Allowed } from "../session/me.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { Part, Screen } from "../shell/screen.tsx";
import { copy } from "./copy.ts";
import { CustomerView, Download } from "./customer-view.tsx";
import { useCustomer, useCustomerSearch } from "./use-customers.ts";

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
    <Screen title={copy.title}>
      {erased && <ErasedNotice erased={erased} />}
      <CustomerSearch />
      <Allowed to="export">
        <ListExports />
      </Allowed>
    </Screen>
  );
}

function OneCustomer({ id, onErased }: { id: string; onErased: (erased: Erased) => void }) {
  const { data: customer, error, refetch } = useCustomer(id);
  return (
    <Screen
      title={customer?.name ?? copy.title}
      actions={<Link href="/customers">{copy.back}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!customer && !error && <Spinner label={copy.loading} />}
      {customer && <CustomerView customer={customer} onErased={onErased} />}
    </Screen>
  );
}

function ErasedNotice({ erased }: { erased: Erased }) {
  const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
  return (
    <Notice tone="success" title={copy.erased(rows, erased.files)}>
      {copy.elsewhere}
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

const LISTS = Object.keys(copy.listNames) as ListName[];

function ListExports() {
  const id = useId();
  const [days, setDays] = useState(
    () => chosenPeriod(new URLSearchParams(), todayInHouston()).days,
  );
  const areRight = isOrdered(days);
  const day = (name: "from" | "to", label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      required
      value={days[name]}
      onChange={(value) => setDays({ ...days, [name]: value })}
    />
  );
  return (
    <Part id={id} title={copy.lists} note={copy.listsNote}>
      <div className="flex flex-wrap items-center gap-2">
        {day("from", copy.from)}
        {day("to", copy.to)}
      </div>
      {!areRight && <FieldError id={`${id}-days`}>{copy.daysWrong}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
        {LISTS.map((name) => (
          <Download
            key={name}
            label={copy.download(copy.listNames[name])}
            fileName={`standby-${name}-${days.from}-${days.to}.csv`}
            load={() => staffCustomers.list(name, days)}
            isBlocked={!areRight}
          />
        ))}
      </div>
    </Part>
  );
}
