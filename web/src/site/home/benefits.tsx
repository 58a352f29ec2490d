import { arcRadius, bandInWords, bandLimits, bandRange, nearestBand } from "#business/bands.ts";
import { startingPriceCents } from "#content/price-example.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import "./home.css";
import { withParts } from "#ui/with-parts.tsx";

export function Benefits({ picture }: { picture: PictureData }) {
  return (
    <section className="page py-section" id="benefits">
      <h2 className="max-w-[18ch] text-3xl leading-tight tracking-tight">
        {m.home_benefits_title()}
      </h2>
      <ScrollRegion
        className="benefits mt-6 flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain max-md:*:shrink-0 max-md:*:basis-[85%] max-md:*:snap-start md:mt-10 md:grid md:grid-cols-2 md:gap-12 md:overflow-visible lg:grid-cols-[5fr_7fr]"
        aria-label={m.home_benefits_label()}
      >
        <DistanceBenefit />
        <article className="md:self-center">
          <h3 className="text-xl">{m.home_benefits_permits_title()}</h3>
          <p className="mt-2 text-quiet">{m.home_benefits_permits_text()}</p>
          <ul className="mt-4 border-t border-line">
            {[
              m.home_benefits_permits_list_1(),
              m.home_benefits_permits_list_2(),
              m.home_benefits_permits_list_3(),
            ].map((done) => (
              <li
                className="flex min-h-12 items-center gap-3 border-b border-line font-medium"
                key={done}
              >
                <Icon className="text-success" name="check" size="sm" />
                {done}
              </li>
            ))}
          </ul>
        </article>
        <article className="md:grid md:grid-rows-[auto_auto_1fr]">
          <Picture
            className="aspect-16/9 w-full rounded-md object-cover"
            picture={picture}
            alt={m.home_benefits_start_picture()}
            waits
          />
          <h3 className="mt-6 text-xl">{m.home_benefits_start_title()}</h3>
          <p className="mt-2 text-quiet">{m.home_benefits_start_text()}</p>
        </article>
      </ScrollRegion>
    </section>
  );
}

function DistanceBenefit() {
  return (
    // The drawing's colors carry meaning and need their own background.
    <article className="on-night grid overflow-hidden rounded-md forced-colors:forced-color-adjust-none md:col-span-full md:grid-cols-[5fr_6fr] md:items-center">
      <div className="p-[clamp(1rem,4vw,3rem)] max-md:pb-0 md:p-[clamp(2rem,4vw,4rem)]">
        <h3 className="text-xl">{m.home_benefits_distance_title()}</h3>
        <p className="mt-2 text-quiet max-md:hidden">{m.home_benefits_distance_text()}</p>
        <p className="mt-2 text-quiet md:mt-6">
          {withParts(
            m.home_benefits_distance_price({ price: "{price}", reach: bandInWords(nearestBand) }),
            {
              price: <Price cents={startingPriceCents} size="2xl" className="text-ink" />,
            },
          )}
        </p>
      </div>
      <DistancePlan />
    </article>
  );
}

const PANEL = { x: 230, y: 170 };
const RADII = [110, 310] as const; // of the nearest and the farthest band
const farther = bandLimits
  .slice(1)
  .map(([band, limit]) => ({ label: bandRange(band), radius: arcRadius(limit, RADII) }));
const ranges = bandLimits.map(([band]) => bandRange(band)).join(", ");

const arcOf = (radius: number) =>
  `M${PANEL.x} ${PANEL.y - radius}A${radius} ${radius} 0 0 1 ${PANEL.x} ${PANEL.y + radius}`;

/** Plan view of a house: arcs around the panel, a generator within the first. Not to scale. */
function DistancePlan() {
  return (
    <svg
      className="distance-plan w-full text-[20px] font-medium md:text-[16px]"
      viewBox="0 0 520 400"
      role="img"
      aria-label={`${m.home_benefits_distance_note()}: ${ranges}`}
    >
      <path className="house" d="M30 30H230V310H30z" />
      <path className="roof" d="M30 30 130 130 230 30M30 310 130 210 230 310M130 130V210" />
      {farther.map(({ label, radius }) => (
        <path className="arc" d={arcOf(radius)} key={label} />
      ))}
      <path className="near" d={arcOf(RADII[0])} />
      <path className="run" d="M236 170H254V206H276" />
      <rect className="panel" x="224" y="150" width="12" height="40" rx="2" />
      <rect className="pad" x="268" y="186" width="56" height="40" rx="4" />
      <rect className="unit" x="276" y="193" width="40" height="26" rx="4" />
      <text x="246" y="142">
        {m.distance_helper_measure_panel()}
      </text>
      <text className="first" x="268" y="252">
        {bandRange(nearestBand)}
      </text>
      {farther.map(({ label, radius }) => (
        <text
          className="band"
          x={PANEL.x + Math.round(radius * 0.72)}
          y={PANEL.y + Math.round(radius * 0.7)}
          key={label}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}
