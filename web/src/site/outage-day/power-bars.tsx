import { ChartRow } from "./chart-row.tsx";
import { dayWords as words } from "./copy.ts";
import type { Day } from "./simulate-day.ts";

const HEIGHT = 100;
const HOUR_WIDTH = 10;
const HEADROOM = 1.12;

/** Average power per hour against the generator's capacity. */
export function PowerBars({ day: { usedKw, capacityKw } }: { day: Day }) {
  const tall = (kw: number) => (kw / (capacityKw * HEADROOM)) * HEIGHT;
  const limit = HEIGHT - tall(capacityKw);

  return (
    <ChartRow
      name={words.power}
      detail={words.most(Math.max(...usedKw).toFixed(1), capacityKw.toFixed(1))}
    >
      <svg
        className="h-32 w-full fill-emphasis md:h-44"
        viewBox={`0 0 ${24 * HOUR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.powerPicture}
      >
        {usedKw.map((kw, hour) => (
          <rect
            className="forced-colors:stroke-[CanvasText]"
            key={words.between(hour)}
            x={hour * HOUR_WIDTH}
            y={HEIGHT - tall(kw)}
            width={HOUR_WIDTH - 1}
            height={tall(kw)}
          />
        ))}
        <line
          className="stroke-ink stroke-2"
          strokeDasharray="5 4"
          x1="0"
          x2={24 * HOUR_WIDTH}
          y1={limit}
          y2={limit}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </ChartRow>
  );
}
