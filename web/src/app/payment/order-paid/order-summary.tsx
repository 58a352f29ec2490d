import type { ReactNode } from "react";
import { dollarsAndCents } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { copy } from "./copy.ts";
import type { PaidOrder } from "./use-paid-order.ts";

const PROPOSAL = "general_proposal"; // file_type of the proposal PDF

export function OrderSummary({ order }: { order: PaidOrder }) {
  const { customer, generator } = order;
  const proposal = order.files.find(({ type }) => type === PROPOSAL);

  return (
    <section className="paid__summary" aria-labelledby="paid-summary">
      <h2 id="paid-summary">{copy.summary}</h2>
      <dl>
        <Fact name={copy.customer}>
          {customer.name}
          <span className="paid__email">{customer.email}</span>
        </Fact>
        <Fact name={copy.address}>{order.order_location.formatted_address}</Fact>
        <Fact name={copy.package}>{order.package.name}</Fact>
        <Fact name={copy.generator}>
          {generator
            ? copy.generatorOf(generator.brand, generator.model, generator.kw)
            : copy.ownGenerator}
        </Fact>
        <Fact name={copy.totalPaid} isTotal>
          {dollarsAndCents(order.total_paid_cents)}
        </Fact>
      </dl>
      {proposal && (
        <Button
          className="max-xs:flex-[1_1_100%] max-xs:justify-self-stretch"
          variant="default"
          size="lg"
          href={proposal.url}
        >
          <Icon name="document" size="sm" />
          {copy.download}
        </Button>
      )}
    </section>
  );
}

type FactProps = { name: string; isTotal?: boolean; children: ReactNode };

const Fact = ({ name, isTotal, children }: FactProps) => (
  <div data-total={isTotal || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
