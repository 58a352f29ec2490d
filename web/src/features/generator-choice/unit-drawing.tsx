import type { Unit } from "#content/sizing/systems.ts";
import { m } from "#paraglide/messages.js";

const PERSON_IN = 69; // 5 ft 9 in
const GROUND = 76;
const KW_OF_A_BLOCK = 2;

/**
 * A drawing of the generator beside a person, to one scale, 1 unit an inch. Enclosures may be alike,
 * so its size in kW stands on it, and a block stands beside it for each 2 kW on natural gas.
 */
export function UnitDrawing({ unit }: { unit: Unit }) {
  const height = unit.heightIn.value;
  const gasKw = unit.ratingKw.natural_gas.value;
  const blocks = [...Array(Math.round(gasKw / KW_OF_A_BLOCK)).keys()];
  return (
    <svg
      className="block h-20 w-full rounded-sm bg-surface-sunken"
      viewBox="0 0 140 84"
      role="img"
      aria-label={m.generator_choice_picture({ kw: unit.kw, inches: height, gasKw })}
    >
      <path className="fill-none stroke-line-strong stroke-[1.5]" d="M4 76.5H136" />
      <g className="fill-line-strong" transform={`translate(18 ${GROUND - PERSON_IN})`}>
        <circle cx="8" cy="6" r="6" />
        <path d="M1 15q7-3 14 0l2 24h-3l-1 30H9.5l-1.5-26-1.5 26H3L2 39H-1z" />
      </g>
      <g transform={`translate(50 ${GROUND - height - 2})`}>
        <rect className="fill-line" x="-4" y={height} width="60" height="3" />
        <rect className="fill-ink" width="48" height={height} rx="2" />
        <path className="stroke-quiet stroke-[1.5]" d="M5 8H16M5 12.5H16M5 17H16M5 21.5H16" />
        <text
          className="fill-glow font-semibold"
          x="33"
          y={height / 2 + 6}
          fontSize="17"
          textAnchor="middle"
        >
          {unit.kw}
        </text>
      </g>
      <g className="fill-emphasis">
        {blocks.map((number) => (
          <rect key={number} x="118" y={GROUND - 5 - number * 6} width="12" height="4.5" rx="1" />
        ))}
      </g>
    </svg>
  );
}
