import { type FormEvent, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { wholeNumber } from "#lib/format.ts";
import { digitsOf, phoneKey } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { type Lead, leadPath, titleOf, useLeads } from "../leads/use-leads.ts";
import { Allowed, NotInRole } from "../session/me.tsx";
import { Part, Screen, StaffProblem } from "../shell/screen.tsx";
import { LIST_CELL, ListTable } from "../shell/table.tsx";
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
      <Allowed to="export" otherwise={<NotInRole needs={["export"]} />}>
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
        rows: wholeNumber(rows),
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
            size="sm"
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
      {query && (
        <Allowed to="place_orders">
          <MatchingLeads query={query} />
        </Allowed>
      )}
    </>
  );
}

/** People without an order: who asked for a price, saved a quote or called. */
function MatchingLeads({ query }: { query: string }) {
  const { data } = useLeads();
  const found = (data?.leads ?? []).filter((lead) => isFound(lead, query));
  if (found.length === 0) return null;
  return (
    <Part id="leads" title={m.staff_leads_title()} note={m.staff_customers_leads_note()}>
      <ul className="grid list-none gap-1 p-0">
        {found.map((lead) => (
          <li key={lead.source + lead.source_ref}>
            <Link className="font-semibold wrap-anywhere" href={leadPath(lead)}>
              {titleOf(lead)}
            </Link>{" "}
            <span className="text-xs text-quiet wrap-anywhere">{lead.wants}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

// A phone number by four digits or more, however it is written.
function isFound({ name, phone, email, address }: Lead, query: string): boolean {
  const words = query.toLowerCase();
  const digits = digitsOf(phoneKey(query));
  const isNumber = /^[0-9()\-. +/]+$/.test(query) && digits.length >= FEWEST_DIGITS;
  if (isNumber && digitsOf(phone).includes(digits)) return true;
  return [name, phone, email, address].some((text) => text.toLowerCase().includes(words));
}

const FEWEST_DIGITS = 4;

const CustomerResults = ({ customers }: { customers: readonly FoundCustomer[] }) => (
  <>
    <p className="text-xs text-quiet" role="status">
      {customers.length === 0
        ? m.staff_customers_none()
        : m.staff_customers_count({ count: customers.length })}
    </p>
    {customers.length > 0 && (
      <ListTable
        columns={[
          m.staff_customers_column_name(),
          m.staff_customers_column_phone(),
          m.staff_customers_column_email(),
          m.staff_customers_column_address(),
        ]}
      >
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </ListTable>
    )}
  </>
);

// On a phone each row is a block, the name first.
const CustomerRow = ({ customer }: { customer: FoundCustomer }) => (
  <tr className="max-sm:grid max-sm:border-b max-sm:border-line max-sm:py-2">
    <td className={`${LIST_CELL} wrap-anywhere`}>
      <Link className="font-semibold" href={`/customers/${customer.id}`}>
        {customer.name}
      </Link>
    </td>
    <td className={`${LIST_CELL} whitespace-nowrap`}>{customer.phone}</td>
    <td className={`${LIST_CELL} wrap-anywhere`}>{customer.email}</td>
    <td className={`${LIST_CELL} text-sm`}>
      <ul className="grid list-none gap-1 p-0">
        {customer.orders.map((order) => (
          <li key={order.id}>{order.address}</li>
        ))}
      </ul>
    </td>
  </tr>
);
