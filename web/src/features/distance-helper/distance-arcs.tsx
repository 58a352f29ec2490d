import { arcRadius, type Band, bandLimits, limitOf } from "#business/bands.ts";
import { m } from "#paraglide/messages.js";

const PANEL = { x: 76, y: 96 };
const RADII = [90, 282] as const; // of the nearest and the farthest band
const FARTHEST_RADIUS = 306; // beyond the last arc, still inside the drawing

const radiusOf = (limit: number) => arcRadius(limit, RADII);

type DistanceArcsProps = { feet: number | null; band: Band | null };

/** The measured run against the bands, one arc per band. Not to scale. */
export function DistanceArcs({ feet, band }: DistanceArcsProps) {
  const x = PANEL.x + (feet === null ? (band ? radiusOf(limitOf(band)) - 30 : 0) : radiusAt(feet));
  return (
    <svg
      className="w-full rounded-md bg-surface-sunken fill-ink text-[15px] font-semibold tabular-nums"
      viewBox="0 0 400 192"
      textAnchor="end"
      role="img"
      aria-label={m.distance_helper_measure_arcs()}
    >
      {bandLimits.toReversed().map(([each, limit]) => (
        <path
          key={each}
          className={`stroke-[1.5] ${each === band ? "fill-glow stroke-emphasis" : "fill-surface stroke-line-strong"}`}
          d={reach(radiusOf(limit))}
        />
      ))}
      <rect
        className="fill-line stroke-line-strong stroke-[1.5]"
        x="-4"
        y="22"
        width="80"
        height="148"
        rx="3"
      />
      {bandLimits.map(([each, limit]) => (
        <text key={each} x={PANEL.x + radiusOf(limit) - 8} y="64">
          {m.feet({ feet: limit })}
        </text>
      ))}
      <path
        className="stroke-ink stroke-[2.5]"
        strokeDasharray="1 6"
        strokeLinecap="round"
        d={`M${PANEL.x} ${PANEL.y}H${x}`}
      />
      <rect x={PANEL.x - 5} y={PANEL.y - 12} width="10" height="24" rx="2" />
      <text x={PANEL.x - 12} y={PANEL.y + 5}>
        {m.distance_helper_measure_panel()}
      </text>
      {x > PANEL.x && (
        <g transform={`translate(${x} ${PANEL.y})`}>
          <rect x="-15" y="-11" width="30" height="22" rx="4" />
          <path className="fill-glow" d="M1.5 -7l-6 8h4.5l-1.5 7 6.5-9.5h-4.5z" />
        </g>
      )}
    </svg>
  );
}

const reach = (radius: number) =>
  `M${PANEL.x} ${PANEL.y - radius}A${radius} ${radius} 0 0 1 ${PANEL.x} ${PANEL.y + radius}Z`;

// Linear between two arcs.
function radiusAt(feet: number): number {
  let from = { feet: 0, radius: 0 };
  for (const [, limit] of bandLimits) {
    const to = { feet: limit, radius: radiusOf(limit) };
    if (feet <= to.feet) {
      const part = (feet - from.feet) / (to.feet - from.feet);
      return from.radius + part * (to.radius - from.radius);
    }
    from = to;
  }
  return FARTHEST_RADIUS;
}
