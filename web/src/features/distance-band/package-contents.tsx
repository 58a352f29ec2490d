import type { ReactNode } from "react";
import { notIncluded } from "#business/terms.ts";
import { retailValue } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { useBonusItems, useIncludedServices } from "./use-packages.ts";

/** Included services and bonus items of the chosen package. */
export function PackageContents({ packageId }: { packageId: number }) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section>
        <h3 className="mb-2 text-md">{m.distance_band_services_title()}</h3>
        <Services packageId={packageId} />
      </section>
      <section>
        <h3 className="mb-2 text-md">{m.distance_band_bonus_title()}</h3>
        <Bonuses packageId={packageId} />
      </section>
      <NotIncluded />
    </div>
  );
}

/** What the flat price does not cover: the usual cases in full, the rest by name (PRICE-02.1). */
export function NotIncluded() {
  const others = notIncluded.filter(({ is_common }) => !is_common).map(({ name }) => name);

  return (
    <section className="md:col-span-2">
      <h3 className="mb-2 text-md">{m.distance_band_not_included_title()}</h3>
      <ul className="list-none p-0">
        {notIncluded.map(
          ({ name, text, is_common, page }) =>
            is_common && (
              <li className="border-t border-line py-2" key={name}>
                <strong>{name}</strong>
                <p className="text-sm text-quiet">
                  {text} {page && <a href={page}>{m.distance_band_not_included_check()}</a>}
                </p>
              </li>
            ),
        )}
      </ul>
      <p className="border-t border-line pt-2 text-sm text-quiet">
        {m.distance_band_not_included_others({ others: others.join(", ") })}
      </p>
    </section>
  );
}

function Services({ packageId }: { packageId: number }) {
  const { data: services, isPending, isError, refetch } = useIncludedServices(packageId);

  if (isPending) return <p role="status">{m.distance_band_services_loading()}</p>;
  if (isError)
    return (
      <LoadFailed onTryAgain={() => refetch()}>{m.distance_band_services_failed()}</LoadFailed>
    );
  if (services.length === 0) return <p>{m.distance_band_services_empty()}</p>;
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
  const { data: bonuses, isPending, isError, refetch } = useBonusItems(packageId);

  if (isPending) return <p role="status">{m.distance_band_bonus_loading()}</p>;
  if (isError)
    return <LoadFailed onTryAgain={() => refetch()}>{m.distance_band_bonus_failed()}</LoadFailed>;
  if (bonuses.length === 0) return <p>{m.distance_band_bonus_empty()}</p>;
  return (
    <ul className="list-none p-0">
      {bonuses.map((bonus) => (
        <Item key={bonus.id} name={bonus.bonus_name} description={bonus.bonus_description}>
          {bonus.retail_value_cents > 0 && (
            <s className="text-quiet">{retailValue(bonus.retail_value_cents)}</s>
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
