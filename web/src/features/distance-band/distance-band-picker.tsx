import type { ReactNode } from "react";
import {
  arcRadius,
  type Band,
  bandLimits,
  bandRange,
  limitOf,
  nearestBand,
} from "#business/bands.ts";
import { m } from "#paraglide/messages.js";
import { Price } from "#ui/price.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { bandOf, type Package, usePackages } from "./use-packages.ts";

type DistanceBandPickerProps = {
  value: Band | null;
  installationCents: (band: Band) => number | null;
  onChoose: (chosen: Package, band: Band) => void;
  /** Shown below the bands: help with the distance, and what to do beyond the longest band. */
  below: ReactNode;
};

/** Choice of the distance from generator to panel, each band with its flat rate. */
export function DistanceBandPicker({
  value,
  installationCents,
  onChoose,
  below,
}: DistanceBandPickerProps) {
  const { data: packages, isPending, refetch } = usePackages();

  if (isPending) return <p role="status">{m.distance_band_loading()}</p>;
  if (!packages?.length)
    return <LoadFailed onTryAgain={() => refetch()}>{m.distance_band_empty()}</LoadFailed>;

  const choose = (band: string) => {
    const chosen = packages.find((offered) => bandOf(offered) === band);
    if (chosen) onChoose(chosen, bandOf(chosen));
  };

  return (
    <div className="grid gap-6">
      <BandPlan band={value} />
      <RadioCards
        legend={m.distance_band_question()}
        name="distance-band"
        value={value}
        onChange={choose}
        options={packages.map((offered, index) => {
          const band = bandOf(offered);
          const cents = installationCents(band);
          return {
            value: band,
            title: bandRange(band),
            detail: offered.description,
            ...(index === 0 && { badge: m.distance_band_popular() }),
            ...(cents !== null && { aside: <Price cents={cents} size="md" /> }),
          };
        })}
      />
      {below}
    </div>
  );
}

const PANEL = { x: 96, y: 104 };
const RADII = [62, 236] as const; // of the nearest and the farthest band
const CLEAR_OF_PANEL = 14;
const ARCS = bandLimits.map(([band, limit]) => ({ band, limit, radius: arcRadius(limit, RADII) }));

const reachOf = (radius: number) =>
  `M${PANEL.x} ${PANEL.y - radius} A${radius} ${radius} 0 0 1 ${PANEL.x} ${PANEL.y + radius} Z`;

/**
 * Plan view of the house with the bands as arcs around the electrical panel. Not to scale.
 */
function BandPlan({ band }: { band: Band | null }) {
  const spot = PANEL.x + generatorAt(band ?? nearestBand);
  return (
    <svg
      className="block max-h-52 w-full rounded-md bg-surface-sunken"
      viewBox="0 30 360 148"
      role="img"
      aria-label={m.distance_band_plan({
        feet: band ? bandRange(band) : m.distance_band_up_to({ feet: limitOf(nearestBand) }),
      })}
    >
      {ARCS.toReversed().map((arc) => (
        <path
          key={arc.band}
          className={arc.band === band ? "fill-glow stroke-emphasis" : "fill-surface stroke-line"}
          d={reachOf(arc.radius)}
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
      {ARCS.map((arc) => (
        <text
          key={arc.band}
          className="fill-quiet text-[12px] font-semibold tabular-nums"
          x={PANEL.x + arc.radius - 6}
          y={PANEL.y - 17}
          textAnchor="end"
        >
          {m.feet({ feet: arc.limit })}
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

// In the middle of the band.
function generatorAt(band: Band): number {
  const at = ARCS.findIndex((arc) => arc.band === band);
  return ((ARCS[at - 1]?.radius ?? CLEAR_OF_PANEL) + (ARCS[at]?.radius ?? 0)) / 2;
}
