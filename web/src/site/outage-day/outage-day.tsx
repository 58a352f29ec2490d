import type { ReactNode } from "react";
import type { Day, DayRow, HourState } from "#business/sizing/simulate-day.ts";
import type { LoadId } from "#content/sizing/appliances.ts";
import { listed } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { ScrollRegion } from "#ui/scroll-region.tsx";

type OutageDayProps = {
  day: Day;
  unitName: string;
  /** What the generator's load management holds back at busy moments, on this day or not. */
  heldBack: readonly LoadId[];
};

/**
 * Which loads run and which wait through the day: one strip per appliance, and the same as a table.
 */
export function OutageDay({ day, unitName, heldBack }: OutageDayProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <p
        className="min-h-[3lh] text-lg leading-snug font-semibold md:min-h-[2lh]"
        aria-live="polite"
      >
        {verdictOf(day, unitName, heldBack)}
      </p>
      <Legend />
      <div className="grid gap-4">
        <PowerBars day={day} />
        <Axis />
        {day.rows.map((row) => (
          <Strip key={row.id} row={row} />
        ))}
      </div>
      <p className="text-sm text-quiet">{m.outage_day_guidance()}</p>
      <DayTable day={day} />
    </div>
  );
}

function verdictOf(day: Day, unit: string, heldBack: readonly LoadId[]): string {
  const waiting = day.rows.filter((row) => row.hours.includes("waits")).map((row) => row.name);
  if (waiting.length > 0)
    return m.outage_day_some_wait({ names: listed(waiting), unit, count: waiting.length });
  if (heldBack.length === 0) return m.outage_day_everything_runs({ name: unit });
  const names = heldBack.map((id) => m.load_calculation_load_name({ id }));
  return m.outage_day_in_turns({ name: unit, names: listed(names) });
}

const STATES: readonly HourState[] = ["runs", "waits", "rests"];

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm" aria-label={m.outage_day_legend()}>
      {STATES.map((state) => (
        <li className="flex items-center gap-2" key={state}>
          <svg className="size-3.5" viewBox="0 0 12 12" aria-hidden="true">
            <Cell state={state} x={0} width={12} height={12} />
          </svg>
          {m.outage_day({ state })}
        </li>
      ))}
    </ul>
  );
}

function Axis() {
  return (
    <p className="grid max-w-none grid-cols-4 text-xs text-quiet md:ms-66" aria-hidden="true">
      {[0, 6, 12, 18].map(hourName).map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </p>
  );
}

const HOUR_WIDTH = 10;
const STRIP_HEIGHT = 16;

function Strip({ row }: { row: DayRow }) {
  const description = describeRow(row);
  return (
    <ChartRow name={row.name} detail={description}>
      <svg
        className="h-6 w-full"
        viewBox={`0 0 ${24 * HOUR_WIDTH} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={m.outage_day_picture({ name: row.name, words: description })}
      >
        <Cell state="rests" x={0} width={24 * HOUR_WIDTH} height={STRIP_HEIGHT} />
        {row.hours.map(
          (state, hour) =>
            state !== "rests" && (
              <Cell
                key={hoursBetween(hour)}
                state={state}
                x={hour * HOUR_WIDTH}
                width={HOUR_WIDTH - 1}
                height={STRIP_HEIGHT}
                share={row.shares[hour]}
              />
            ),
        )}
      </svg>
    </ChartRow>
  );
}

type CellProps = {
  state: HourState;
  x: number;
  width: number;
  height: number;
  share?: number | undefined;
};

const WAITING_TALL = 0.6;
const RESTING_TALL = 0.1;

// Waiting is outlined, so that it differs by more than its color.
const CELLS: Record<HourState, string> = {
  runs: "fill-glow",
  waits: "fill-none stroke-danger stroke-[1.5px] [vector-effect:non-scaling-stroke]",
  rests: "fill-line-strong",
};

// Its height is the share of the hour the load runs.
function Cell({ state, x, width, height, share = 1 }: CellProps) {
  const tall = { runs: Math.max(share, 0.25), waits: WAITING_TALL, rests: RESTING_TALL }[state];
  const lift = Math.round((1 - tall) * height);
  return (
    <rect
      className={`forced-colors:stroke-[CanvasText] ${CELLS[state]}`}
      x={x}
      y={lift}
      width={width}
      height={height - lift}
    />
  );
}

function describeRow(row: DayRow): string {
  const waits = row.hours.filter((state) => state === "waits").length;
  return [
    m.outage_day_ran({ count: tenths(row.ranHours) }),
    ...(waits > 0 ? [m.outage_day_waited({ count: tenths(waits) })] : []),
    ...(row.missedHours > 0.05 ? [m.outage_day_missed({ count: tenths(row.missedHours) })] : []),
  ].join(", ");
}

type ChartRowProps = { name: string; detail: string; children: ReactNode };

/** A name with its detail, and its drawing below it or beside it. */
function ChartRow({ name, detail, children }: ChartRowProps) {
  return (
    <div className="grid items-center gap-1.5 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-6">
      <p className="text-base leading-[1.35] font-semibold">
        {name} <span className="text-sm font-normal text-quiet md:block">{detail}</span>
      </p>
      {children}
    </div>
  );
}

const HEIGHT = 100;
const HEADROOM = 1.12;

/** Average power per hour against the generator's capacity. */
function PowerBars({ day: { usedKw, capacityKw } }: { day: Day }) {
  const tall = (kw: number) => (kw / (capacityKw * HEADROOM)) * HEIGHT;
  const limit = HEIGHT - tall(capacityKw);

  return (
    <ChartRow
      name={m.outage_day_power()}
      detail={m.outage_day_most({
        kw: Math.max(...usedKw).toFixed(1),
        capacity: capacityKw.toFixed(1),
      })}
    >
      <svg
        className="h-32 w-full fill-emphasis md:h-44"
        viewBox={`0 0 ${24 * HOUR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={m.outage_day_power_picture()}
      >
        {usedKw.map((kw, hour) => (
          <rect
            className="forced-colors:stroke-[CanvasText]"
            key={hoursBetween(hour)}
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

const CELL = "border-b border-line py-1.5 pr-3 pl-0 text-start whitespace-nowrap";

// The chart as a table, for screen readers.
function DayTable({ day }: { day: Day }) {
  return (
    <details>
      <summary className="flex min-h-target items-center font-semibold underline decoration-1 underline-offset-[0.25em]">
        {m.outage_day_table()}
      </summary>
      <ScrollRegion className="overflow-x-auto" aria-label={m.outage_day_table()}>
        <table className="border-collapse text-sm tabular-nums">
          <thead>
            <tr>
              <th className={CELL} scope="col">
                {m.outage_day_hour()}
              </th>
              {day.rows.map((row) => (
                <th className={CELL} scope="col" key={row.id}>
                  {row.name}
                </th>
              ))}
              <th className={CELL} scope="col">
                {m.outage_day_drawn()}
              </th>
            </tr>
          </thead>
          <tbody>
            {day.usedKw.map((kw, hour) => (
              <tr key={hoursBetween(hour)}>
                <th className={CELL} scope="row">
                  {hoursBetween(hour)}
                </th>
                {day.rows.map((row) => (
                  <td className={CELL} key={row.id}>
                    {m.outage_day({ state: row.hours[hour] ?? "rests" })}
                  </td>
                ))}
                <td className={CELL}>{kw.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

const tenths = (hours: number): number => Math.round(hours * 10) / 10;

/** "6 am" for 6, "12 pm" for 12. */
const hourName = (hour: number): string => {
  const half = hour % 24 < 12 ? "am" : "pm";
  return `${hour % 12 === 0 ? 12 : hour % 12} ${half}`;
};

/** "6 am–7 am" for 6. */
const hoursBetween = (hour: number): string => `${hourName(hour)}–${hourName(hour + 1)}`;
