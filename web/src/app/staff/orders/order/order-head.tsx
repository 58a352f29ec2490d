import type { StaffOrder } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderMoney } from "../actions/use-order.ts";
import { orderWords as words } from "./copy.ts";

export function OrderHead({ order }: { order: StaffOrder }) {
  const { customer, address } = order;
  const open = useOpenDialog();
  return (
    <section className="order-head" aria-label={customer.name}>
      <div className="order-head__reach">
        <dl className="facts">
          <div>
            <dt>{words.phone}</dt>
            <dd>
              <a href={telHref(customer.phone)}>{formatPhone(customer.phone)}</a>
              {!order.sms_updates && <span className="line__fact">{words.noTexts}</span>}
            </dd>
          </div>
          <div>
            <dt>{words.email}</dt>
            <dd>
              <a href={`mailto:${customer.email}`}>{customer.email}</a>
              {!order.email_updates && <span className="line__fact">{words.noEmails}</span>}
            </dd>
          </div>
          <div>
            <dt>{words.address}</dt>
            <dd>
              {address} <MapLink address={address} />
            </dd>
          </div>
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
        <dl className="figures">
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
    <dt>{name}</dt>
    <dd>{dollarsAndCents(cents)}</dd>
  </div>
);
