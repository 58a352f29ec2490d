import { type Fit, inKw, type ServiceLoad } from "#business/sizing/service-load.ts";
import type { LoadId } from "#content/sizing/appliances.ts";
import { nec2023 } from "#content/sizing/nec.ts";
import type { Fuel, Unit } from "#content/sizing/systems.ts";
import { listed, wholeNumber } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";

type LoadResultProps = {
  /** Null while an answer is missing. */
  load: ServiceLoad | null;
  fits: readonly Fit[];
  best: Fit | null;
  fuel: Fuel;
  onFuel: (fuel: Fuel) => void;
  /** False while the load is that of the typical home, not the visitor's. */
  isOwn: boolean;
  onOrder: (unit: Unit) => void;
};

/** The load, the generators that fit it, and how it was calculated. */
export function LoadResult(props: LoadResultProps) {
  const { load, fits, best, fuel, onFuel, isOwn, onOrder } = props;

  return (
    <div className="grid content-start gap-6">
      <div aria-live="polite">
        <h3 className="text-md">
          {isOwn ? m.load_calculation_load_result_title() : m.load_calculation_load_result_usual()}
        </h3>
        <p className="text-4xl leading-[1.1] font-semibold tracking-[-0.03em] tabular-nums">
          {load ? inKw(load.totalVa) : "–"}
        </p>
        <p className="text-sm text-quiet">
          {load ? m.load_calculation_load_figure_note() : m.load_calculation_load_incomplete()}
        </p>
      </div>
      <RadioCards
        layout="pair"
        legend={m.load_calculation_load_fuel()}
        name="fuel"
        value={fuel}
        onChange={(chosen) => onFuel(chosen as Fuel)}
        options={[
          { value: "natural_gas", title: m.load_calculation_load_natural_gas() },
          { value: "propane", title: m.load_calculation_load_propane() },
        ]}
      />
      <div>
        <h3 className="text-md">{m.load_calculation_load_units_title()}</h3>
        <ul className="mt-2 border-t border-line">
          {fits.map((fit) => (
            <UnitFit
              key={fit.unit.modelNumber}
              fit={fit}
              fuel={fuel}
              isBest={fit === best}
              onOrder={() => onOrder(fit.unit)}
            />
          ))}
        </ul>
      </div>
      <p className="text-sm text-quiet">{m.load_calculation_load_rule()}</p>
      {load && <Lines load={load} />}
      <p className="text-sm text-quiet">{m.load_calculation_load_guidance()}</p>
    </div>
  );
}

type UnitFitProps = { fit: Fit; fuel: Fuel; isBest: boolean; onOrder: () => void };

function UnitFit({ fit, fuel, isBest, onOrder }: UnitFitProps) {
  const { unit, ratingKw, isTypical } = fit;
  const rating = (
    fuel === "natural_gas" ? m.load_calculation_load_on_gas : m.load_calculation_load_on_propane
  )({ kw: ratingKw });
  return (
    <li className="border-b border-line py-3.5 text-base">
      <p className="font-semibold">
        {unit.brand} {unit.modelNumber}, {unit.kw} kW
        {isBest && (
          <span className="ms-2 rounded-full bg-success-surface px-2 py-0.5 text-xs whitespace-nowrap text-success">
            {m.load_calculation_load_pick()}
          </span>
        )}
      </p>
      <p className="text-sm text-quiet">
        {rating}
        {isTypical && ` (${m.load_calculation_load_unverified()})`}
      </p>
      <p>{describeFit(fit)}</p>
      {isBest && (
        <Button className="mt-3 w-full" variant="cta-green" onClick={onOrder}>
          {m.recommendation_order_this()}
        </Button>
      )}
    </li>
  );
}

function describeFit({ waiting }: Fit): string {
  if (waiting === null) return m.load_calculation_load_too_small();
  return waiting.length === 0
    ? m.load_calculation_load_carries_all()
    : m.load_calculation_load_carries_managed({
        waiting: listOfLoads(waiting),
        count: waiting.length,
      });
}

const FIRST_VA = nec2023.firstVa;

// Laid out like the worked examples in the NEC.
function Lines({ load }: { load: ServiceLoad }) {
  const { general, generalVa, demandVa, coolingVa, heatingVa, climateVa, totalVa } = load;
  const first = Math.min(generalVa, FIRST_VA);
  const note = (va: number) =>
    va > 0 && va < climateVa ? m.load_calculation_load_smaller() : undefined;
  return (
    <details>
      <summary className="flex min-h-target items-center font-semibold underline decoration-1 underline-offset-[0.25em]">
        {m.load_calculation_load_lines_title()}
      </summary>
      <table className="my-2 w-full border-collapse text-sm tabular-nums">
        <tbody>
          {general.map(({ name, va }) => (
            <Line key={name} name={name} va={va} />
          ))}
          <Line name={m.load_calculation_load_general_total()} va={generalVa} isSum />
          <Line name={m.load_calculation_load_first_part()} va={first} />
          <Line name={m.load_calculation_load_rest_part()} va={demandVa - first} />
          {coolingVa > 0 && (
            <Line
              name={m.load_calculation_load_cooling100()}
              va={coolingVa}
              note={note(coolingVa)}
            />
          )}
          {heatingVa > 0 && (
            <Line
              name={m.load_calculation_load_heating_share()}
              va={heatingVa}
              note={note(heatingVa)}
            />
          )}
          <Line name={m.load_calculation_load_total()} va={totalVa} isSum />
        </tbody>
      </table>
      <p className="text-sm text-quiet">
        {m.load_calculation_load_source({ edition: nec2023.edition })}
      </p>
    </details>
  );
}

type LineProps = { name: string; va: number; note?: string | undefined; isSum?: boolean };

function Line({ name, va, note, isSum = false }: LineProps) {
  const weight = isSum ? "font-semibold" : "font-normal";
  return (
    <tr>
      <th className={`border-b border-line py-1.5 text-start ${weight}`} scope="row">
        {name}
        {note && <span className="text-quiet"> ({note})</span>}
      </th>
      <td className={`border-b border-line py-1.5 text-end whitespace-nowrap ${weight}`}>
        {wholeNumber(va)} VA
      </td>
    </tr>
  );
}

/** "dryer, range and pool pump", with the names of the load list. */
const listOfLoads = (ids: readonly LoadId[]): string =>
  listed(ids.map((id) => inSentence(m.load_calculation_load_name({ id }))));

const inSentence = (name: string): string =>
  /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
