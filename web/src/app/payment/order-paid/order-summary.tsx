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
    <section
      className="grid justify-items-start gap-4 rounded-md border border-line p-[clamp(1.25rem,0.75rem+2vw,2rem)]"
      aria-labelledby="paid-summary"
    >
      <h2 className="text-xl" id="paid-summary">
        {copy.summary}
      </h2>
      <dl className="grid w-full">
        <Fact name={copy.customer}>
          {customer.name}
          <span className="block text-sm font-normal text-quiet">{customer.email}</span>
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

const TOTAL = "text-3xl leading-[1.1] tracking-[-0.025em] tabular-nums";

type FactProps = { name: string; isTotal?: boolean; children: ReactNode };

const Fact = ({ name, isTotal = false, children }: FactProps) => (
  <div
    className={`grid grid-cols-1 gap-x-6 py-3 sm:grid-cols-[11rem_minmax(0,1fr)] ${isTotal ? "items-baseline" : "border-b border-line"}`}
  >
    <dt className="text-sm leading-[1.5] text-quiet">{name}</dt>
    <dd className={`font-semibold wrap-anywhere ${isTotal ? TOTAL : "leading-[1.45]"}`}>
      {children}
    </dd>
  </div>
);
