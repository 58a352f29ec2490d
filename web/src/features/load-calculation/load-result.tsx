import { nec2023 } from "#content/sizing/nec.ts";
import type { Fuel } from "#content/sizing/units.ts";
import { RadioCards } from "#ui/radio-cards.tsx";
import { listOfLoads, loadWords as words } from "./copy.ts";
import type { Fit } from "./managed-load.ts";
import type { ServiceLoad } from "./service-load.ts";
import "./load-calculation.css";

type LoadResultProps = {
  /** Null while an answer is missing. */
  load: ServiceLoad | null;
  fits: readonly Fit[];
  best: Fit | null;
  fuel: Fuel;
  onFuel: (fuel: Fuel) => void;
  /** False while the load is that of the typical home, not the visitor's. */
  isOwn: boolean;
};

export const kva = (va: number): string => `${(va / 1000).toFixed(1)} kVA`;

/** The load, the generators that fit it, and how it was calculated. */
export function LoadResult({ load, fits, best, fuel, onFuel, isOwn }: LoadResultProps) {
  return (
    <div className="load-result">
      <div className="load-result__total" aria-live="polite">
        <h3>{isOwn ? words.resultTitle : words.resultUsual}</h3>
        <p className="load-result__figure">{load ? kva(load.totalVa) : "–"}</p>
        <p className="load-result__rating">{load ? words.figureNote : words.incomplete}</p>
      </div>
      <RadioCards
        layout="pair"
        legend={words.fuel}
        name="fuel"
        value={fuel}
        onChange={(chosen) => onFuel(chosen as Fuel)}
        options={[
          { value: "natural_gas", title: words.naturalGas },
          { value: "propane", title: words.propane },
        ]}
      />
      <div>
        <h3>{words.unitsTitle}</h3>
        <ul className="load-result__units">
          {fits.map((fit) => (
            <UnitFit key={fit.unit.modelNumber} fit={fit} fuel={fuel} isBest={fit === best} />
          ))}
        </ul>
      </div>
      <p className="load-result__rule">{words.rule}</p>
      {load && <Lines load={load} />}
      <p className="load-result__guidance">{words.guidance}</p>
    </div>
  );
}

type UnitFitProps = { fit: Fit; fuel: Fuel; isBest: boolean };

function UnitFit({ fit, fuel, isBest }: UnitFitProps) {
  const { unit, ratingKw, isTypical } = fit;
  const rating = (fuel === "natural_gas" ? words.onGas : words.onPropane)(String(ratingKw));
  return (
    <li className="load-result__unit" data-best={isBest || undefined}>
      <p className="load-result__name">
        {unit.brand} {unit.modelNumber}, {unit.kw} kW
        {isBest && <span className="load-result__pick">{words.pick}</span>}
      </p>
      <p className="load-result__rating">
        {rating}
        {isTypical && ` (${words.unverified})`}
      </p>
      <p>{describeFit(fit)}</p>
    </li>
  );
}

function describeFit({ waiting }: Fit): string {
  if (waiting === null) return words.tooSmall;
  return waiting.length === 0 ? words.carriesAll : words.carriesManaged(listOfLoads(waiting));
}

const FIRST_VA = nec2023.firstVa;

// Laid out like the worked examples in the NEC.
function Lines({ load }: { load: ServiceLoad }) {
  const { general, generalVa, demandVa, coolingVa, heatingVa, climateVa, totalVa } = load;
  const first = Math.min(generalVa, FIRST_VA);
  const note = (va: number) => (va > 0 && va < climateVa ? words.smaller : undefined);
  return (
    <details className="load-result__lines">
      <summary>{words.linesTitle}</summary>
      <table>
        <tbody>
          {general.map(({ name, va }) => (
            <Line key={name} name={name} va={va} />
          ))}
          <Line name={words.generalTotal} va={generalVa} isSum />
          <Line name={words.firstPart} va={first} />
          <Line name={words.restPart} va={demandVa - first} />
          {coolingVa > 0 && <Line name={words.cooling100} va={coolingVa} note={note(coolingVa)} />}
          {heatingVa > 0 && (
            <Line name={words.heatingShare} va={heatingVa} note={note(heatingVa)} />
          )}
          <Line name={words.total} va={totalVa} isSum />
        </tbody>
      </table>
      <p>{words.source(nec2023.edition)}</p>
    </details>
  );
}

type LineProps = { name: string; va: number; note?: string | undefined; isSum?: boolean };

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function Line({ name, va, note, isSum = false }: LineProps) {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">
        {name}
        {note && <span> ({note})</span>}
      </th>
      <td>{WHOLE.format(va)} VA</td>
    </tr>
  );
}
