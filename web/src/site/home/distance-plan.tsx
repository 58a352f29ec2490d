import { copy } from "./copy.ts";
import "./home.css";

const [close, medium, far] = copy.benefits.distance.bands;

/**
 * Plan view of a house: arcs around the panel, a generator within the first. Not to scale beyond 50
 * ft.
 */
export function DistancePlan() {
  return (
    <svg
      className="distance-plan w-full text-[20px] font-medium md:text-[16px]"
      viewBox="0 0 520 400"
      role="img"
      aria-label={`${copy.benefits.distance.note}: ${close}, ${medium}, ${far}`}
    >
      <path className="house" d="M30 30H230V310H30z" />
      <path className="roof" d="M30 30 130 130 230 30M30 310 130 210 230 310M130 130V210" />
      <path className="arc" d="M230 -140A310 310 0 0 1 230 480" />
      <path className="arc" d="M230 -30A200 200 0 0 1 230 370" />
      <path className="near" d="M230 60A110 110 0 0 1 230 280" />
      <path className="run" d="M236 170H254V206H276" />
      <rect className="panel" x="224" y="150" width="12" height="40" rx="2" />
      <rect className="pad" x="268" y="186" width="56" height="40" rx="4" />
      <rect className="unit" x="276" y="193" width="40" height="26" rx="4" />
      <text x="246" y="142">
        Panel
      </text>
      <text className="first" x="268" y="252">
        {close}
      </text>
      <text className="band" x="370" y="317">
        {medium}
      </text>
      <text className="band" x="462" y="379">
        {far}
      </text>
    </svg>
  );
}
