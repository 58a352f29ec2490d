import { type Band, bandRange, limitOf } from "#business/bands.ts";
import { m } from "#paraglide/messages.js";

const PANEL = { x: 96, y: 104 };
const REACH: Record<Band, { radius: number; generator: number }> = {
  close: { radius: 62, generator: 38 },
  medium: { radius: 112, generator: 87 },
  far: { radius: 236, generator: 172 },
};
const BANDS: Band[] = ["far", "medium", "close"];

const reachOf = (radius: number) =>
  `M${PANEL.x} ${PANEL.y - radius} A${radius} ${radius} 0 0 1 ${PANEL.x} ${PANEL.y + radius} Z`;

/**
 * Plan view of the house with the three bands as arcs around the electrical panel. Not to scale.
 */
export function BandPlan({ band }: { band: Band | null }) {
  const spot = PANEL.x + REACH[band ?? "close"].generator;
  return (
    <svg
      className="block max-h-52 w-full rounded-md bg-surface-sunken"
      viewBox="0 30 360 148"
      role="img"
      aria-label={m.distance_band_plan({
        feet: band ? bandRange[band] : m.distance_band_up_to({ feet: limitOf("close") }),
      })}
    >
      {BANDS.map((each) => (
        <path
          key={each}
          className={each === band ? "fill-glow stroke-emphasis" : "fill-surface stroke-line"}
          d={reachOf(REACH[each].radius)}
        />
      ))}
      <rect
        className="fill-line stroke-line-strong stroke-[1.5]"
        x="14"
        y="44"
        width="82"
        height="120"
        rx="3"
      />
      <path
        className="fill-none stroke-line-strong"
        d="M14 44 L55 74 L96 44 M14 164 L55 134 L96 164 M55 74 V134"
      />
      {BANDS.map((each) => (
        <text
          key={each}
          className="fill-quiet text-[12px] font-semibold tabular-nums"
          x={PANEL.x + REACH[each].radius - 6}
          y={PANEL.y - 17}
          textAnchor="end"
        >
          {`${limitOf(each)} ft`}
        </text>
      ))}
      <path
        className="stroke-ink stroke-2"
        strokeDasharray="1 5"
        strokeLinecap="round"
        d={`M${PANEL.x} ${PANEL.y} H${spot}`}
      />
      <rect className="fill-ink" x={PANEL.x - 5} y={PANEL.y - 9} width="10" height="18" rx="2" />
      <g className="fill-ink transition-transform" style={{ transform: `translateX(${spot}px)` }}>
        <rect x="-13" y={PANEL.y - 9} width="26" height="18" rx="3" />
        <path className="fill-glow" d={`M1 ${PANEL.y - 6} l-5 7 h4 l-1 5 5 -7 h-4 z`} />
      </g>
    </svg>
  );
}
