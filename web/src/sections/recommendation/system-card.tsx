import type { SystemTier } from "#content/sizing/tiers.ts";
import { type Unit, units } from "#content/sizing/units.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { resultWords as words } from "./copy.ts";
import "./system-card.css";

type SystemCardProps = {
  system: SystemTier;
  isRecommended: boolean;
  /** The visitor's own load calculation recommends this card's generator. */
  isByLoad: boolean;
  /** The recommended card, whose button stands out. */
  isFirstChoice: boolean;
  /**
   * Price of the generator in cents; undefined while the catalog loads, null when it is not for
   * sale.
   */
  storeCents: number | null | undefined;
  isBusy: boolean;
  onSelect: () => void;
};

/** One system of the recommendation, and the generator for sale behind it. */
export function SystemCard(props: SystemCardProps) {
  const { system, isRecommended, isByLoad, isFirstChoice, storeCents, isBusy, onSelect } = props;
  const titleId = `system-${system.tier}`;
  const warrantySource = system.warrantyYears.source.at;
  const unit = units.find((each) => each.modelNumber === system.modelNumber);

  return (
    <article
      className="system-card"
      aria-labelledby={titleId}
      data-marked={isFirstChoice || undefined}
    >
      <p className="system-card__flags">
        {isRecommended && <span className="system-card__flag">{words.recommended}</span>}
        {isByLoad && (
          <span className="system-card__flag system-card__flag--load">{words.byLoad}</span>
        )}
      </p>
      <h3 id={titleId}>{system.name}</h3>
      <p className="system-card__price">
        <Price cents={system.priceCents} size="2xl" />
      </p>
      <ul className="system-card__facts">
        <li>{system.kw} kW</li>
        <li>{system.fuel}</li>
        <li>
          {words.warranty(system.warrantyYears.value)}
          {warrantySource && <small>{words.source(warrantySource)}</small>}
        </li>
      </ul>
      {unit && <StoreUnit unit={unit} cents={storeCents} />}
      <Button
        className="mt-auto"
        variant={isFirstChoice ? "cta-green" : "default"}
        size="lg"
        busy={isBusy}
        onClick={onSelect}
      >
        {words.select}
      </Button>
    </article>
  );
}

type StoreUnitProps = { unit: Unit; cents: number | null | undefined };

function StoreUnit({ unit, cents }: StoreUnitProps) {
  const { value, source } = unit.ratingKw.natural_gas;
  return (
    <div className="system-card__unit">
      <p>{words.unit}</p>
      <p className="system-card__name">{words.unitName(unit.brand, unit.modelNumber, unit.kw)}</p>
      <p className="system-card__store">
        {cents === null && words.pricePending}
        {typeof cents === "number" && (
          <>
            <Price cents={cents} /> {words.storePrice}
          </>
        )}
      </p>
      <p>{words.onGas(value, source.status !== "read")}</p>
    </div>
  );
}
