import { dayWords as words } from "./copy.ts";
import { DayTable } from "./day-table.tsx";
import { PowerBars } from "./power-bars.tsx";
import type { Day, DayRow, HourState } from "./simulate-day.ts";
import "./outage-day.css";

type OutageDayProps = { day: Day; unitName: string };

/**
 * Which loads run and which wait through the day: one strip per appliance, and the same as a table.
 */
export function OutageDay({ day, unitName }: OutageDayProps) {
  const waiting = day.rows.filter((row) => row.hours.includes("waits")).map((row) => row.name);
  const verdict =
    waiting.length === 0 ? words.everythingRuns(unitName) : words.someWait(waiting, unitName);

  return (
    <div className="outage-day">
      <p className="outage-day__verdict" aria-live="polite">
        {verdict}
      </p>
      <Legend />
      <div className="outage-day__chart">
        <PowerBars day={day} />
        <Axis />
        {day.rows.map((row) => (
          <Strip key={row.id} row={row} />
        ))}
      </div>
      <p className="outage-day__guidance">{words.guidance}</p>
      <DayTable day={day} />
    </div>
  );
}

const STATES: readonly HourState[] = ["runs", "waits", "rests"];

function Legend() {
  return (
    <ul className="outage-day__legend" aria-label={words.legend}>
      {STATES.map((state) => (
        <li key={state}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <Cell state={state} x={0} width={12} height={12} />
          </svg>
          {words[state]}
        </li>
      ))}
    </ul>
  );
}

function Axis() {
  return (
    <p className="outage-day__axis" aria-hidden="true">
      {words.axis.map((hour) => (
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
    <div className="outage-day__row">
      <p className="outage-day__name">
        {row.name} <span>{description}</span>
      </p>
      <svg
        className="outage-day__strip"
        viewBox={`0 0 ${24 * HOUR_WIDTH} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.picture(row.name, description)}
      >
        <Cell state="rests" x={0} width={24 * HOUR_WIDTH} height={STRIP_HEIGHT} />
        {row.hours.map(
          (state, hour) =>
            state !== "rests" && (
              <Cell
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place in the day
                key={hour}
                state={state}
                x={hour * HOUR_WIDTH}
                width={HOUR_WIDTH - 1}
                height={STRIP_HEIGHT}
                share={row.shares[hour]}
              />
            ),
        )}
      </svg>
    </div>
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

// Its height is the share of the hour the load runs.
function Cell({ state, x, width, height, share = 1 }: CellProps) {
  const tall = { runs: Math.max(share, 0.25), waits: WAITING_TALL, rests: RESTING_TALL }[state];
  const lift = Math.round((1 - tall) * height);
  return <rect className={`day-${state}`} x={x} y={lift} width={width} height={height - lift} />;
}

function describeRow(row: DayRow): string {
  const waits = row.hours.filter((state) => state === "waits").length;
  return [
    words.ran(row.ranHours),
    ...(waits > 0 ? [words.waited(waits)] : []),
    ...(row.missedHours > 0.05 ? [words.missed(row.missedHours)] : []),
  ].join(", ");
}
