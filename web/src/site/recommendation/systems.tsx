import { useState } from "react";
import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { type GeneratorOption, toGeneratorOption } from "#business/generator-option.ts";
import {
  manufacturerWarrantyYears,
  type SystemTier,
  systemTiers,
  type Tier,
  type Unit,
  units,
} from "#content/sizing/systems.ts";
import { UnitDrawing } from "#features/generator-choice/unit-drawing.tsx";
import { centsOf } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { orderUnit } from "./order-unit.ts";

type SystemsProps = {
  /** Null until the saved figures are read. */
  address: string | null;
  recommended: Tier | null;
  byLoad: Tier | null;
};

export function Systems({ address, recommended, byLoad }: SystemsProps) {
  const options = useGeneratorOptions();
  const [leavingFor, setLeavingFor] = useState<Tier | null>(null);

  const storeCents = (system: SystemTier) => {
    if (!options) return undefined;
    const option = nearestForSale(system, options);
    return option?.modelNumber === system.modelNumber ? centsOf(option.price) : null;
  };
  const select = async (system: SystemTier) => {
    if (!address) return;
    setLeavingFor(system.tier);
    try {
      await orderUnit(unitOf(system), options && nearestForSale(system, options));
    } catch {
      setLeavingFor(null);
    }
  };

  return (
    <section className="page" aria-label={m.recommendation_result_title()}>
      <div className="mb-4 grid gap-4 lg:grid-cols-3">
        {systemTiers.map((system) => (
          <SystemCard
            key={system.tier}
            system={system}
            isRecommended={system.tier === recommended}
            isByLoad={system.tier === byLoad}
            isFirstChoice={system.tier === (byLoad ?? recommended)}
            storeCents={storeCents(system)}
            isBusy={system.tier === leavingFor}
            onSelect={() => select(system)}
          />
        ))}
      </div>
      <p className="mt-2 text-sm text-quiet">{m.recommendation_result_unit_note()}</p>
    </section>
  );
}

const CARDS = { first: "border-chosen shadow-md", other: "border-line" };
const FLAGS = {
  recommended: "bg-emphasis-surface text-emphasis",
  byLoad: "bg-success-surface text-success",
};

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
  const unit = units.find((each) => each.modelNumber === system.modelNumber);

  return (
    <article
      className={`flex flex-col rounded-md border bg-surface-raised p-6 ${CARDS[isFirstChoice ? "first" : "other"]}`}
      aria-labelledby={titleId}
    >
      <p className="flex min-h-7 flex-wrap gap-x-2 gap-y-1">
        {isRecommended && <Flag name="recommended" />}
        {isByLoad && <Flag name="byLoad" />}
      </p>
      <h3 className="mt-1 text-xl" id={titleId}>
        {system.name}
      </h3>
      {unit && <StoreUnit unit={unit} cents={storeCents} />}
      <ClassGuide system={system} />
      <Button
        className="mt-auto"
        variant={isFirstChoice ? "cta-green" : "default"}
        size="lg"
        busy={isBusy}
        onClick={onSelect}
      >
        {m.recommendation_result_select()}
      </Button>
    </article>
  );
}

function Flag({ name }: { name: keyof typeof FLAGS }) {
  return (
    <span
      className={`self-start rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${FLAGS[name]}`}
    >
      {m.recommendation_result({ name })}
    </span>
  );
}

type StoreUnitProps = { unit: Unit; cents: number | null | undefined };

/** What the visitor gets: the one price and the one warranty of the card. */
function StoreUnit({ unit, cents }: StoreUnitProps) {
  const { value, source } = unit.ratingKw.natural_gas;
  return (
    <div className="mt-1">
      <p className="font-semibold">
        {m.recommendation_result_unit_name({
          brand: unit.brand,
          model: unit.modelNumber,
          kw: unit.kw,
        })}
      </p>
      <div className="my-3 max-w-70">
        <UnitDrawing unit={unit} />
      </div>
      <p className="min-h-12">
        {cents === null && m.recommendation_result_price_pending()}
        {typeof cents === "number" && <Price cents={cents} size="2xl" />}
      </p>
      <p className="text-sm text-quiet">{m.recommendation_result_store_price()}</p>
      <ul className="mt-4 border-t border-line text-base">
        <li className="border-b border-line py-2">
          {source.status === "read"
            ? m.recommendation_result_on_gas({ kw: value })
            : m.recommendation_result_on_gas_typical({ kw: value })}
        </li>
        <li className="border-b border-line py-2">
          {m.generator_choice_warranty({ years: manufacturerWarrantyYears.value })}
        </li>
      </ul>
    </div>
  );
}

/**
 * The class of the specification that the card's generator is the nearest to. Its price and its
 * warranty are of a machine that nobody sells, so they stay data (GUIDE-02.3, GUIDE-03.4).
 */
const ClassGuide = ({ system }: { system: SystemTier }) => (
  <div className="mt-3 mb-6 text-sm text-quiet">
    <p>{m.recommendation_result_class_guide()}</p>
    <ul className="flex flex-wrap gap-x-3">
      <li>{system.kw} kW</li>
      <li>{system.fuel}</li>
    </ul>
  </div>
);

/**
 * Generators for sale; undefined while loading, empty when the catalog cannot be loaded. The cards
 * are shown without them, so a slow catalog delays nothing.
 */
function useGeneratorOptions(): GeneratorOption[] | undefined {
  const { data, isFailed } = useRequest(loadGenerators);
  return isFailed ? [] : data;
}

const loadGenerators = async (signal: AbortSignal): Promise<GeneratorOption[]> =>
  (await unwrap(api.GET("/api/generators", { signal }))).map(toGeneratorOption);

const unitOf = ({ modelNumber, kw }: SystemTier): Pick<Unit, "modelNumber" | "kw"> =>
  units.find((unit) => unit.modelNumber === modelNumber) ?? { modelNumber, kw };

/** The generator for sale behind a card: the same model, else the nearest in kW. */
export function nearestForSale(
  { modelNumber, kw }: SystemTier,
  options: readonly GeneratorOption[],
): GeneratorOption | undefined {
  const forSale = options.filter((option) => option.type === "buy_here");
  const targetKw = units.find((unit) => unit.modelNumber === modelNumber)?.kw ?? kw;
  const byNearness = forSale.toSorted(
    (one, other) => Math.abs(one.kw - targetKw) - Math.abs(other.kw - targetKw),
  );
  return forSale.find((option) => option.modelNumber === modelNumber) ?? byNearness[0];
}
