import type { StaffOrder } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderMoney } from "../actions/use-order.ts";
import { Fact, Term } from "../line.tsx";
import { orderWords as words } from "./copy.ts";

export function OrderHead({ order }: { order: StaffOrder }) {
  const { customer, address } = order;
  const open = useOpenDialog();
  return (
    <section
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2"
      aria-label={customer.name}
    >
      <div className="flex min-w-0 flex-[1_1_40rem] flex-wrap items-center gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Term name={words.phone}>
            <a href={telHref(customer.phone)}>{formatPhone(customer.phone)}</a>
            {!order.sms_updates && <Fact>{words.noTexts}</Fact>}
          </Term>
          <Term name={words.email}>
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
            {!order.email_updates && <Fact>{words.noEmails}</Fact>}
          </Term>
          <Term name={words.address}>
            {address} <MapLink address={address} />
          </Term>
        </dl>
        <ActionButton needs="correct_contacts" onClick={() => open({ is: "contact" })}>
          {words.correct}
        </ActionButton>
      </div>
      <Figures order={order} />
    </section>
  );
}

const MapLink = ({ address }: { address: string }) => (
  <a
    href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: address })}`}
    target="_blank"
    rel="noreferrer"
  >
    {words.map}
  </a>
);

function Figures({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <LoadedPart query={moneyQuery}>
      {({ total_cents, paid_cents, balance_cents }) => (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Figure name={words.total} cents={total_cents} />
          <Figure name={words.paid} cents={paid_cents} />
          <Figure
            name={balance_cents < 0 ? words.inCredit : words.balance}
            cents={Math.abs(balance_cents)}
          />
        </dl>
      )}
    </LoadedPart>
  );
}

const Figure = ({ name, cents }: { name: string; cents: number }) => (
  <div>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="text-lg leading-[1.3] font-semibold wrap-anywhere tabular-nums">
      {dollarsAndCents(cents)}
    </dd>
  </div>
);
