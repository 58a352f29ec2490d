import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { bandWords } from "./copy.ts";
import { useBonusItems, useIncludedServices } from "./use-packages.ts";
import "./distance-band.css";

/** Included services and bonus items of the chosen package. */
export function PackageContents({ packageId }: { packageId: number }) {
  return (
    <div className="package-contents">
      <section>
        <h3>{bandWords.servicesTitle}</h3>
        <Services packageId={packageId} />
      </section>
      <section>
        <h3>{bandWords.bonusTitle}</h3>
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
    <ul className="package-contents__list">
      {services.map((service) => (
        <li key={service.display_order}>
          <Icon className="text-success" name="check" />
          <div>
            <strong>{service.service_name}</strong>
            <p>{service.service_description}</p>
          </div>
        </li>
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
    <ul className="package-contents__list">
      {bonuses.map((bonus) => (
        <li key={bonus.id}>
          <Icon className="text-success" name="check" />
          <div>
            <strong>{bonus.bonus_name}</strong>
            <p>{bonus.bonus_description}</p>
          </div>
          {bonus.retail_value_cents > 0 && <s>{retail(bonus.retail_value_cents)}</s>}
        </li>
      ))}
    </ul>
  );
}

// Cents are shown only when there are any.
const retail = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);
