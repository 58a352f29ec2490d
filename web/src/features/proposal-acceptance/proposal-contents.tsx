import type { ReactNode } from "react";
import { type ProposalContents as Contents, useProposalContents } from "#api/my-booking.ts";
import { customInstallation, extrasOf } from "#business/extras.ts";
import { salesTax } from "#business/terms.ts";
import { longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";

/** What the proposal says, to read before accepting it. The right to cancel is beside the signature. */
export function ProposalContents({ proposalId }: { proposalId: string }) {
  const query = useProposalContents(proposalId);

  return (
    <Loaded
      query={query}
      loading={m.proposal_acceptance_loading()}
      failed={m.proposal_acceptance_loading_failed()}
    >
      {(contents) => (
        <div className="grid gap-6">
          <Scope contents={contents} />
          <Price contents={contents} />
          <Payments contents={contents} />
        </div>
      )}
    </Loaded>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="text-md">{title}</h3>
    {children}
  </section>
);

type PartProps = { contents: Contents };

function Scope({ contents: { package_name, run_ft, services, equipment } }: PartProps) {
  const unit = equipment.own
    ? m.proposal_acceptance_scope_own({ name: equipment.name })
    : equipment.name;

  return (
    <Part title={m.proposal_acceptance_scope()}>
      <Items
        items={[
          { name: unit, description: `${equipment.kw} kW` },
          {
            name: m.proposal_acceptance_run({ packageName: package_name, feet: run_ft }),
            description: "",
          },
          ...services,
        ]}
      />
      {equipment.included.length > 0 && (
        <>
          <h4 className="mt-2 text-base">{m.proposal_acceptance_included()}</h4>
          <Items items={equipment.included} />
        </>
      )}
    </Part>
  );
}

const Items = ({ items }: { items: Contents["services"] }) => (
  <ul className="grid gap-2">
    {items.map(({ name, description }) => (
      <li className="grid grid-cols-[auto_1fr] gap-3 text-base" key={name}>
        <Icon className="mt-0.5 text-success" name="check" size="sm" />
        <span>
          {name}
          {description && <small className="block text-sm text-quiet">{description}</small>}
        </span>
      </li>
    ))}
  </ul>
);

function Price({ contents: { package_name, equipment, lines } }: PartProps) {
  return (
    <Part title={m.proposal_acceptance_price()}>
      <MoneyLines>
        <MoneyLine
          name={customInstallation(lines) ?? package_name}
          cents={lines.installation_cents}
        />
        {!equipment.own && <MoneyLine name={equipment.name} cents={lines.generator_cents} />}
        {lines.sales_tax_cents > 0 && (
          <MoneyLine name={m.order_summary_sales_tax({ salesTax })} cents={lines.sales_tax_cents} />
        )}
        <MoneyLine name={m.price_lock_permit()} cents={lines.permit_cents} />
        {extrasOf(lines).map((extra) => (
          <MoneyLine key={extra.name} {...extra} />
        ))}
        {lines.discount_cents > 0 && (
          <MoneyLine name={m.price_lock_discount()} cents={-lines.discount_cents} />
        )}
        <MoneyLine name={m.price_lock_total()} cents={lines.total_cents} isTotal />
      </MoneyLines>
    </Part>
  );
}

function Payments({ contents: { milestones, credit_until } }: PartProps) {
  const credit = milestones.reduce((sum, { credit_cents }) => sum + credit_cents, 0);

  return (
    <Part title={m.proposal_acceptance_payments()}>
      <MoneyLines>
        {milestones.map(({ words, percent, due_cents }) => (
          <MoneyLine
            key={words}
            name={m.proposal_acceptance_part({ words, percent })}
            cents={due_cents}
          />
        ))}
      </MoneyLines>
      {credit > 0 && (
        <p className="text-sm text-quiet">
          {m.proposal_acceptance_credit({
            amount: dollarsAndCents(credit),
            day: longDay(credit_until),
          })}
        </p>
      )}
    </Part>
  );
}
