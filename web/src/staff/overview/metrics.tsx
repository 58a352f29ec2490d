import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { Link } from "wouter";
import type { GeoJsonObject, MapPoint } from "#features/coverage-map/map-drawing.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Table } from "#ui/table.tsx";
import { Part } from "../shell/screen.tsx";
import { columnsOf } from "../shell/table.tsx";
import { type Metric, type Overview, usePeriod } from "./use-overview.ts";

type MetricLinkProps = {
  metric: Metric;
  /** Instead of the period that is shown. */
  query?: string;
  children: ReactNode;
};

/** Link to the rows behind a metric. */
function MetricLink({ metric, query, children }: MetricLinkProps) {
  const { kept } = usePeriod();
  return <Link href={`/overview/${metric}?${query ?? kept}`}>{children}</Link>;
}

export function Funnel({ funnel, staff_orders }: Pick<Overview, "funnel" | "staff_orders">) {
  const most = Math.max(1, ...funnel.map(({ count }) => count));
  return (
    <Part id="funnel" title={m.staff_overview_funnel()} note={m.staff_overview_funnel_note()}>
      <MetricTable
        columns={[m.staff_overview_stage(), m.staff_overview_count(), m.staff_overview_of_before()]}
      >
        {funnel.map(({ key, count, of_before_percent }) => (
          <tr key={key}>
            <RowHead isWide>
              <MetricLink metric={key}>{m.staff_overview_metric({ metric: key })}</MetricLink>
              <span
                className="mt-0.5 block h-1 rounded-full bg-glow"
                style={{ inlineSize: `${(100 * count) / most}%` }}
              />
            </RowHead>
            <Cell>{count}</Cell>
            <Cell>
              {of_before_percent === null ? m.staff_overview_none() : `${of_before_percent}%`}
            </Cell>
          </tr>
        ))}
      </MetricTable>
      {staff_orders > 0 && (
        <p className="text-sm text-quiet">
          {m.staff_overview_funnel_staff({ count: staff_orders })}
        </p>
      )}
    </Part>
  );
}

export const Money = ({ revenue }: Pick<Overview, "revenue">) => (
  <Part id="money" title={m.staff_overview_revenue()}>
    <dl className={TILES}>
      <Tile
        metric="received"
        value={dollarsAndCents(revenue.received_cents)}
        note={m.staff_overview_in_period()}
      />
      <Tile
        metric="refunded"
        value={dollarsAndCents(revenue.refunded_cents)}
        note={m.staff_overview_in_period()}
      />
      <Tile
        metric="outstanding"
        value={dollarsAndCents(revenue.outstanding_cents)}
        note={m.staff_overview_owing({ count: revenue.orders_owing })}
      />
    </dl>
    <MetricTable
      columns={[
        m.staff_overview_month(),
        m.staff_overview_metric({ metric: "received" }),
        m.staff_overview_metric({ metric: "refunded" }),
      ]}
    >
      {revenue.months.map(({ first, last, received_cents, refunded_cents }) => (
        <tr key={first}>
          <RowHead>{monthOf(first)}</RowHead>
          <Cell>
            <MetricLink metric="received" query={`from=${first}&to=${last}`}>
              {dollarsAndCents(received_cents)}
            </MetricLink>
          </Cell>
          <Cell>
            <MetricLink metric="refunded" query={`from=${first}&to=${last}`}>
              {dollarsAndCents(refunded_cents)}
            </MetricLink>
          </Cell>
        </tr>
      ))}
    </MetricTable>
  </Part>
);

const soldOf = (count: number, cents: number) =>
  m.staff_overview_sold({ count, amount: dollarsAndCents(cents) });

/** What was sold and what is still to be built: by city, and by technician. */
export const Business = ({ business }: Pick<Overview, "business">) => (
  <Part id="business" title={m.staff_overview_business()}>
    <dl className={TILES}>
      <PlainTile
        name={m.staff_overview_booked()}
        value={dollarsAndCents(business.booked_cents)}
        note={m.staff_overview_booked_note({
          count: business.booked_count,
          before: soldOf(business.before_count, business.before_cents),
        })}
      />
      <PlainTile
        name={m.staff_overview_backlog()}
        value={dollarsAndCents(business.backlog_cents)}
        note={m.staff_overview_backlog_note({ count: business.backlog_count })}
      />
    </dl>
    {business.by_city.length > 0 && (
      <MetricTable
        columns={[m.staff_overview_city(), m.staff_overview_orders(), m.staff_overview_booked()]}
      >
        {business.by_city.map(({ name, count, cents }) => (
          <tr key={name}>
            <RowHead>{name}</RowHead>
            <Cell>{count}</Cell>
            <Cell>{dollarsAndCents(cents)}</Cell>
          </tr>
        ))}
      </MetricTable>
    )}
    {business.by_technician.length > 0 && (
      <MetricTable
        columns={[
          m.staff_overview_technician(),
          m.staff_overview_jobs(),
          m.staff_overview_metric({ metric: "completed" }),
        ]}
      >
        {business.by_technician.map(({ name, count, done }) => (
          <tr key={name}>
            <RowHead>{name}</RowHead>
            <Cell>{count}</Cell>
            <Cell>{done}</Cell>
          </tr>
        ))}
      </MetricTable>
    )}
  </Part>
);

type PlainTileProps = { name: string; value: string; note: string };

const PlainTile = ({ name, value, note }: PlainTileProps) => (
  <div className="grid min-w-0 content-start">
    <dt>{name}</dt>
    <dd className="text-lg font-semibold tabular-nums">{value}</dd>
    <dd className="text-xs text-quiet">{note}</dd>
  </div>
);

type AttentionProps = Pick<Overview, "abandoned" | "failed_messages">;

export const Attention = ({ abandoned, failed_messages }: AttentionProps) => (
  <Part id="attention" title={m.staff_overview_attention()}>
    <dl className={TILES}>
      <Tile
        metric="failed_messages"
        value={String(failed_messages)}
        note={m.staff_overview_as_of_now()}
        isBad={failed_messages > 0}
      />
      <Tile metric="abandoned" value={String(abandoned)} note={m.staff_overview_in_period()} />
    </dl>
  </Part>
);

type ComingProps = Pick<Overview, "coming_today" | "coming_next_days">;

export const Coming = ({ coming_today: today, coming_next_days: next }: ComingProps) => (
  <Part id="coming" title={m.staff_overview_coming()}>
    <dl className={TILES}>
      <Tile metric="today" value={countOf(today)} note={partsOf(today)} />
      <Tile metric="next_days" value={countOf(next)} note={partsOf(next)} />
    </dl>
  </Part>
);

export const LeadTimes = ({ lead_times: times }: Pick<Overview, "lead_times">) => (
  <Part id="lead-times" title={m.staff_overview_lead_times()}>
    <MetricTable
      columns={[
        m.staff_overview_from_reservation(),
        m.staff_overview_count(),
        m.staff_overview_median(),
        m.staff_overview_p90(),
      ]}
    >
      <Times metric="visits" name={m.staff_overview_to_visit()} usual={times.visits} />
      <Times
        metric="completions"
        name={m.staff_overview_to_completion()}
        usual={times.completions}
      />
    </MetricTable>
  </Part>
);

type TimesProps = {
  metric: Metric;
  name: string;
  usual: Overview["lead_times"]["visits"];
};

const Times = ({ metric, name, usual }: TimesProps) => (
  <tr>
    <RowHead>
      <MetricLink metric={metric}>{name}</MetricLink>
    </RowHead>
    <Cell>{usual.count}</Cell>
    <Cell>{daysOrNone(usual.median_days)}</Cell>
    <Cell>{daysOrNone(usual.p90_days)}</Cell>
  </tr>
);

const daysOrNone = (days: number | null) =>
  days === null ? m.staff_overview_none() : m.staff_overview_days({ days });

const TILES = "grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-4 gap-y-2";

type TileProps = { metric: Metric; value: string; note: string; isBad?: boolean };

const Tile = ({ metric, value, note, isBad = false }: TileProps) => (
  <div className="grid min-w-0 content-start">
    <dt>
      <MetricLink metric={metric}>{m.staff_overview_metric({ metric })}</MetricLink>
    </dt>
    <dd className={`text-lg font-semibold tabular-nums ${isBad ? "text-danger" : ""}`}>{value}</dd>
    <dd className="text-xs text-quiet">{note}</dd>
  </div>
);

const countOf = ({ morning, afternoon }: Overview["coming_today"]) => String(morning + afternoon);

const partsOf = ({ morning, afternoon, held }: Overview["coming_today"]) =>
  held > 0
    ? m.staff_overview_coming_parts_held({ morning, afternoon, held })
    : m.staff_overview_coming_parts({ morning, afternoon });

const monthOf = (day: string) =>
  new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`),
  );

type MetricTableProps = { columns: readonly string[]; children: ReactNode };

export const MetricTable = ({ columns, children }: MetricTableProps) => (
  <Table className="w-full border-collapse tabular-nums" columns={columnsOf(columns, CELL)}>
    {children}
  </Table>
);

const CELL = "border-b border-line px-2 py-1.5 text-start align-top";

type RowHeadProps = { isWide?: boolean; children: ReactNode };

export const RowHead = ({ isWide = false, children }: RowHeadProps) => (
  <th scope="row" className={`${CELL} min-w-32 font-normal ${isWide ? "w-3/5" : ""}`}>
    {children}
  </th>
);

type CellProps = { wraps?: boolean; children: ReactNode };

export const Cell = ({ wraps = false, children }: CellProps) => (
  <td className={`${CELL} ${wraps ? "min-w-32 wrap-anywhere" : "whitespace-nowrap"}`}>
    {children}
  </td>
);

type DemandRow = Overview["demand"][number];
type DemandProps = { demand: readonly DemandRow[] };

const SHOWN_FIRST = 12;

const DemandMap = lazy(async () => ({
  default: (await import("#features/coverage-map/demand-map.tsx")).DemandMap,
}));

/** Unmet demand by ZIP code: a table, and on the map those with a location. */
export function Demand({ demand }: DemandProps) {
  const [isWhole, setWhole] = useState(false);
  const points = useMemo(() => demand.flatMap(pointOf), [demand]);
  const shown = isWhole ? demand : demand.slice(0, SHOWN_FIRST);
  const unplaced = demand.filter(({ zip_code }) => zip_code !== "").length - points.length;

  return (
    <Part id="demand" title={m.staff_overview_demand()}>
      {demand.length === 0 && <p>{m.staff_overview_no_demand()}</p>}
      {demand.length > 0 && <DemandTable demand={shown} />}
      {shown.length < demand.length && (
        <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
          {m.staff_overview_all_demand({ count: demand.length })}
        </Button>
      )}
      {points.length > 0 && (
        <Suspense fallback={<Spinner label={m.staff_loading()} />}>
          <DemandMap points={points} loadBasemap={loadCounties} />
        </Suspense>
      )}
      {unplaced > 0 && (
        <p className="text-xs text-quiet">{m.staff_overview_unplaced({ count: unplaced })}</p>
      )}
    </Part>
  );
}

const DemandTable = ({ demand }: DemandProps) => (
  <MetricTable
    columns={[m.staff_overview_zip(), m.staff_overview_searches(), m.staff_overview_requests()]}
  >
    {demand.map(({ zip_code, searches, requests }) => (
      <tr key={zip_code}>
        <RowHead>{zip_code || m.staff_no_zip()}</RowHead>
        <DemandCell metric="searches" count={searches} zip={zip_code} />
        <DemandCell metric="requests" count={requests} zip={zip_code} />
      </tr>
    ))}
  </MetricTable>
);

type DemandCellProps = { metric: Metric; count: number; zip: string };

function DemandCell({ metric, count, zip }: DemandCellProps) {
  const { kept } = usePeriod();
  if (count === 0) return <Cell>{count}</Cell>;
  return (
    <Cell>
      <MetricLink metric={metric} query={`${kept}&zip=${zip}`}>
        {count}
      </MetricLink>
    </Cell>
  );
}

function pointOf({ zip_code, searches, requests, lat, lon }: DemandRow): MapPoint[] {
  if (lat === null || lon === null) return [];
  const words = m.staff_overview_point({ zip: zip_code, searches, requests });
  return [{ lat, lon, words, weight: searches + requests }];
}

// The same file that the server draws its map pictures from.
async function loadCounties(): Promise<GeoJsonObject> {
  const { default: counties } = await import("@market/coverage_counties.geojson?raw");
  return JSON.parse(counties);
}
