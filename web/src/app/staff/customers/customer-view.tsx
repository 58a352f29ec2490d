import { useState } from "react";
import { Link } from "wouter";
import type { CustomerDetail, Erased } from "#api/staff-customers.ts";
import { staffCustomers } from "#api/staff-customers.ts";
import { shortDay } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { statusTones, statusWords } from "../orders/order-labels.ts";
import { Allowed } from "../session/allowed.tsx";
import { Part } from "../shell/part.tsx";
import { copy } from "./copy.ts";
import { Download } from "./download.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonalDataTable } from "./personal-data-table.tsx";

type CustomerViewProps = { customer: CustomerDetail; onErased: (erased: Erased) => void };

/** Everything we hold about one customer, with export and erasure (OPS-13). */
export function CustomerView({ customer, onErased }: CustomerViewProps) {
  const [isErasing, setErasing] = useState(false);
  const others = customer.spellings.slice(1);

  return (
    <div className="grid min-w-0 gap-4">
      <section
        className="grid min-w-0 gap-2 rounded-sm border border-line bg-surface p-4"
        aria-label={customer.name}
      >
        <p className="wrap-anywhere">
          {customer.email} · {customer.phone}
        </p>
        {others.length > 0 && (
          <p className="text-xs text-quiet wrap-anywhere">
            {copy.spellings}:{" "}
            {others.map(({ name, email, phone }) => `${name}, ${email}, ${phone}`).join("; ")}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Allowed to="export">
            <Download
              label={copy.copyJson}
              fileName={`standby-customer-${customer.id}.json`}
              load={() => staffCustomers.copy(customer.id)}
            />
            <Download
              label={copy.copyZip}
              fileName={`standby-customer-${customer.id}.zip`}
              load={() => staffCustomers.archive(customer.id)}
            />
          </Allowed>
          <Allowed to="erase">
            <Button
              variant="destructive"
              size="sm"
              disabled={customer.refused !== null}
              onClick={() => setErasing(true)}
            >
              {copy.erase}
            </Button>
          </Allowed>
        </div>
        {customer.refused && <Notice tone="warning">{customer.refused}</Notice>}
      </section>
      <Orders orders={customer.orders} />
      <Part id="holdings" title={copy.holdings} note={copy.holdingsNote}>
        <PersonalDataTable holdings={customer.holdings} />
      </Part>
      {isErasing && (
        <EraseDialog customer={customer} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </div>
  );
}

const Orders = ({ orders }: Pick<CustomerDetail, "orders">) => (
  <Part id="orders" title={copy.orders}>
    <ul className="grid gap-2">
      {orders.map(({ id, status, address, created_at }) => (
        <li className="flex flex-wrap items-baseline gap-x-2 border-b border-line py-1.5" key={id}>
          <Link className="font-semibold wrap-anywhere" href={`/orders/${id}`}>
            {address}
          </Link>
          <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
          <span className="text-xs text-quiet">{shortDay(created_at.slice(0, 10))}</span>
        </li>
      ))}
    </ul>
  </Part>
);
