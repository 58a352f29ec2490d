import { copy } from "./copy.ts";

const [close, medium, far] = copy.benefits.distance.bands;

const ARC =
  "fill-none stroke-line-strong stroke-[1.5] [stroke-dasharray:2_7] [stroke-linecap:round]";
const BAND = "fill-quiet stroke-surface stroke-[10px] [paint-order:stroke] [text-anchor:middle]";

/**
 * Plan view of a house: arcs around the panel, a generator within the first. Not to scale beyond 50
 * ft.
 */
export function DistancePlan() {
  return (
    <svg
      className="w-full text-[20px] font-medium md:text-[16px]"
      viewBox="0 0 520 400"
      role="img"
      aria-label={`${copy.benefits.distance.note}: ${close}, ${medium}, ${far}`}
    >
      <path className="fill-surface-raised stroke-line-strong stroke-2" d="M30 30H230V310H30z" />
      <path
        className="fill-none stroke-line stroke-[1.5]"
        d="M30 30 130 130 230 30M30 310 130 210 230 310M130 130V210"
      />
      <path className={ARC} d="M230 -140A310 310 0 0 1 230 480" />
      <path className={ARC} d="M230 -30A200 200 0 0 1 230 370" />
      <path
        className="fill-glow stroke-glow stroke-2 [fill-opacity:0.16]"
        d="M230 60A110 110 0 0 1 230 280"
      />
      <path
        className="fill-none stroke-glow stroke-3 [stroke-linejoin:round]"
        d="M236 170H254V206H276"
      />
      <rect className="fill-glow" x="224" y="150" width="12" height="40" rx="2" />
      <rect
        className="fill-none stroke-quiet stroke-[1.5]"
        x="268"
        y="186"
        width="56"
        height="40"
        rx="4"
      />
      <rect className="fill-ink" x="276" y="193" width="40" height="26" rx="4" />
      <text className="fill-quiet" x="246" y="142">
        Panel
      </text>
      <text className="fill-glow font-semibold [text-anchor:middle]" x="268" y="252">
        {close}
      </text>
      <text className={BAND} x="370" y="317">
        {medium}
      </text>
      <text className={BAND} x="462" y="379">
        {far}
      </text>
    </svg>
  );
}
