import { copy } from "./copy.ts";
import "./distance-plan.css";

const [close, medium, far] = copy.benefits.distance.bands;

/** A house from above: arcs around the panel, a generator within the first. Not to scale beyond 50 ft. */
export function DistancePlan() {
  return (
    <svg
      className="distance-plan"
      viewBox="0 0 520 400"
      role="img"
      aria-label={`${copy.benefits.distance.note}: ${close}, ${medium}, ${far}`}
    >
      <path className="distance-plan__house" d="M-10 -10H230V250H-10z" />
      <path
        className="distance-plan__roof"
        d="M-10 -10 110 120 230 -10M110 120 230 250M110 120-10 250"
      />
      <path className="distance-plan__far" d="M230 -140A310 310 0 0 1 230 480" />
      <path className="distance-plan__medium" d="M230 -30A200 200 0 0 1 230 370" />
      <path className="distance-plan__close" d="M230 60A110 110 0 0 1 230 280" />
      <path className="distance-plan__run" d="M236 170H252V226H274" />
      <rect className="distance-plan__panel" x="224" y="150" width="12" height="40" rx="2" />
      <rect className="distance-plan__pad" x="266" y="204" width="60" height="44" rx="4" />
      <rect className="distance-plan__unit" x="274" y="212" width="44" height="28" rx="4" />
      <text className="distance-plan__label" x="250" y="138">
        Panel
      </text>
      <text className="distance-plan__band distance-plan__band--near" x="276" y="276">
        {close}
      </text>
      <text className="distance-plan__band" x="340" y="336">
        {medium}
      </text>
      <text className="distance-plan__band" x="432" y="384">
        {far}
      </text>
    </svg>
  );
}
