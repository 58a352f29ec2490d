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
    <div className="outage-day__row">
      <p className="outage-day__name">
        {words.power}{" "}
        <span>{words.most(Math.max(...usedKw).toFixed(1), capacityKw.toFixed(1))}</span>
      </p>
      <svg
        className="outage-day__power"
        viewBox={`0 0 ${24 * HOUR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.powerPicture}
      >
        {usedKw.map((kw, hour) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place in the day
            key={hour}
            x={hour * HOUR_WIDTH}
            y={HEIGHT - tall(kw)}
            width={HOUR_WIDTH - 1}
            height={tall(kw)}
          />
        ))}
        <line
          className="outage-day__limit"
          x1="0"
          x2={24 * HOUR_WIDTH}
          y1={limit}
          y2={limit}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
