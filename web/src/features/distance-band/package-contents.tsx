import type { ReactNode } from "react";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { bandWords } from "./copy.ts";
import { useBonusItems, useIncludedServices } from "./use-packages.ts";

/** Included services and bonus items of the chosen package. */
export function PackageContents({ packageId }: { packageId: number }) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section>
        <h3 className="mb-2 text-md">{bandWords.servicesTitle}</h3>
        <Services packageId={packageId} />
      </section>
      <section>
        <h3 className="mb-2 text-md">{bandWords.bonusTitle}</h3>
        <Bonuses packageId={packageId} />
      </section>
    </div>
  );
}

function Services({ packageId }: { packageId: number }) {
  const { data: services, isPending, isError } = useIncludedServices(packageId);

  if (isPending) return <p role="status">{bandWords.servicesLoading}</p>;
  if (isError) return <Notice tone="danger">{bandWords.servicesFailed}</Notice>;
  if (services.length === 0) return <p>{bandWords.servicesEmpty}</p>;
  return (
    <ul className="list-none p-0">
      {services.map((service) => (
        <Item
          key={service.display_order}
          name={service.service_name}
          description={service.service_description}
        />
      ))}
    </ul>
  );
}

function Bonuses({ packageId }: { packageId: number }) {
  const { data: bonuses, isPending, isError } = useBonusItems(packageId);

  if (isPending) return <p role="status">{bandWords.bonusLoading}</p>;
  if (isError) return <Notice tone="danger">{bandWords.bonusFailed}</Notice>;
  if (bonuses.length === 0) return <p>{bandWords.bonusEmpty}</p>;
  return (
    <ul className="list-none p-0">
      {bonuses.map((bonus) => (
        <Item key={bonus.id} name={bonus.bonus_name} description={bonus.bonus_description}>
          {bonus.retail_value_cents > 0 && (
            <s className="text-quiet">{retail(bonus.retail_value_cents)}</s>
          )}
        </Item>
      ))}
    </ul>
  );
}

type ItemProps = { name: string; description: string; children?: ReactNode };

function Item({ name, description, children }: ItemProps) {
  return (
    <li className="flex items-start gap-2 border-t border-line py-2">
      <Icon className="text-success" name="check" />
      <div className="flex-1">
        <strong>{name}</strong>
        <p className="text-sm text-quiet">{description}</p>
      </div>
      {children}
    </li>
  );
}

// Cents are shown only when there are any.
const retail = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);
