import type { ReactNode } from "react";
import { m } from "#paraglide/messages.js";

/** Where the electrical panel of a home usually is, in three pictures. */
export function PanelPlaces() {
  return (
    <section>
      <h2 className="text-md">{m.distance_panel_title()}</h2>
      <p className="mt-1 text-sm text-quiet">{m.distance_panel_lead()}</p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(5rem,100%),1fr))] gap-3">
        <Place name={m.distance_panel_garage()} picture={m.distance_panel_garage_picture()}>
          <Garage />
        </Place>
        <Place name={m.distance_panel_outside()} picture={m.distance_panel_outside_picture()}>
          <Outside />
        </Place>
        <Place name={m.distance_panel_closet()} picture={m.distance_panel_closet_picture()}>
          <Closet />
        </Place>
      </ul>
    </section>
  );
}

type PlaceProps = { name: string; picture: string; children: ReactNode };

const Place = ({ name, picture, children }: PlaceProps) => (
  <li className="min-w-0">
    <svg
      className="block w-full rounded-md bg-surface-sunken"
      viewBox="0 0 120 96"
      role="img"
      aria-label={picture}
    >
      {children}
    </svg>
    <p className="mt-1.5 text-center text-sm leading-snug wrap-break-word">{name}</p>
  </li>
);

const WALL = "fill-surface stroke-line-strong stroke-[1.5]";
const THING = "fill-line stroke-line-strong stroke-[1.5]";
const OUTLINE = "fill-none stroke-line-strong stroke-[1.5]";

/** The panel: the same dark door with a bolt in all three pictures. */
const Panel = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect className="fill-ink" width="20" height="32" rx="2" />
    <path className="fill-glow" d="M11.5 6l-7 11h5l-2 9 8-12h-5.5z" />
  </g>
);

// A car in front of the wall, which stands on the driveway.
const Garage = () => (
  <>
    <path className={WALL} d="M8 84V30L60 10l52 20v54z" />
    <path className={OUTLINE} d="M0 84.5H120" />
    <Panel x={82} y={40} />
    <path className={THING} d="M14 76V62q0-4 4-5l6-2 7-10q2-3 6-3h16q4 0 5 4l3 9 4 2q3 1 3 5v14z" />
    <path
      className="fill-surface stroke-line-strong stroke-[1.5]"
      d="M31 55l5-8h8v8zM48 47h6l3 8h-9z"
    />
    <circle className="fill-ink" cx="27" cy="77" r="7" />
    <circle className="fill-ink" cx="57" cy="77" r="7" />
  </>
);

// Brick wall, the round meter, and the panel beside it.
const Outside = () => (
  <>
    <rect className={WALL} x="8" y="10" width="104" height="68" />
    <path
      className="fill-none stroke-line"
      d="M8 24H112M8 38H112M8 52H112M8 66H112M34 10V24M86 10V24M20 24V38M60 24V38M100 24V38M34 38V52M86 38V52M20 52V66M60 52V66M100 52V66M34 66V78M86 66V78"
    />
    <path className={OUTLINE} d="M0 84.5H120M44 10V26M44 58V78" />
    <rect className={THING} x="32" y="26" width="24" height="32" rx="3" />
    <circle className={WALL} cx="44" cy="40" r="9" />
    <path className="fill-none stroke-ink stroke-2" strokeLinecap="round" d="M44 40l4-4" />
    <Panel x={70} y={28} />
  </>
);

// An open closet door in a hall, coats on a rail.
const Closet = () => (
  <>
    <path className={OUTLINE} d="M0 84.5H120" />
    <rect className={WALL} x="26" y="8" width="68" height="76" />
    <path className={THING} d="M26 8L8 16V90L26 84z" />
    <circle className="fill-ink" cx="12.5" cy="54" r="2" />
    <path className={OUTLINE} d="M26 20H94" />
    <path className={THING} d="M36 20l-5 6v34h14V26l-5-6zM52 20l-4 6v26h12V26l-4-6z" />
    <Panel x={66} y={34} />
  </>
);
