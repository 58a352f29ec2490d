import type { ReactNode } from "react";
import { Link } from "wouter";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Part } from "../shell/screen.tsx";
import type { Metric, Overview } from "./use-overview.ts";

/** `periodQuery` is the period as a query string, for links to the rows behind a metric. */
type PeriodLinkProps = { periodQuery: string };

export const rowsOf = (metric: Metric, periodQuery: string) => `/overview/${metric}?${periodQuery}`;

export function Funnel({ funnel, periodQuery }: PeriodLinkProps & Pick<Overview, "funnel">) {
  const most = Math.max(1, ...funnel.map(({ count }) => count));
  return (
    <Part id="funnel" title={m.staff_overview_funnel()} note={m.staff_overview_funnel_note()}>
      <MetricTable
        columns={[m.staff_overview_stage(), m.staff_overview_count(), m.staff_overview_of_before()]}
      >
        {funnel.map(({ key, count, of_before_percent }) => (
          <tr key={key}>
            <RowHead isWide>
              <Link href={rowsOf(key, periodQuery)}>
                {m.staff_overview_metric({ metric: key })}
              </Link>
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
    </Part>
  );
}

export const Money = ({ revenue, periodQuery }: PeriodLinkProps & Pick<Overview, "revenue">) => (
  <Part id="money" title={m.staff_overview_revenue()}>
    <dl className={TILES}>
      <Tile
        metric="received"
        periodQuery={periodQuery}
        value={dollarsAndCents(revenue.received_cents)}
        note={m.staff_overview_in_period()}
      />
      <Tile
        metric="refunded"
        periodQuery={periodQuery}
        value={dollarsAndCents(revenue.refunded_cents)}
        note={m.staff_overview_in_period()}
      />
      <Tile
        metric="outstanding"
        periodQuery={periodQuery}
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
            <Link href={rowsOf("received", `from=${first}&to=${last}`)}>
              {dollarsAndCents(received_cents)}
            </Link>
          </Cell>
          <Cell>
            <Link href={rowsOf("refunded", `from=${first}&to=${last}`)}>
              {dollarsAndCents(refunded_cents)}
            </Link>
          </Cell>
        </tr>
      ))}
    </MetricTable>
  </Part>
);

type AttentionProps = PeriodLinkProps & Pick<Overview, "abandoned" | "failed_messages">;

export const Attention = ({ abandoned, failed_messages, periodQuery }: AttentionProps) => (
  <Part id="attention" title={m.staff_overview_attention()}>
    <dl className={TILES}>
      <Tile
        metric="failed_messages"
        periodQuery={periodQuery}
        value={String(failed_messages)}
        note={m.staff_overview_as_of_now()}
        isBad={failed_messages > 0}
      />
      <Tile
        metric="abandoned"
        periodQuery={periodQuery}
        value={String(abandoned)}
        note={m.staff_overview_in_period()}
      />
    </dl>
  </Part>
);

type ComingProps = PeriodLinkProps & {
  today: Overview["coming_today"];
  next: Overview["coming_next_days"];
};

export const Coming = ({ today, next, periodQuery }: ComingProps) => (
  <Part id="coming" title={m.staff_overview_coming()}>
    <dl className={TILES}>
      <Tile metric="today" periodQuery={periodQuery} value={countOf(today)} note={partsOf(today)} />
      <Tile
        metric="next_days"
        periodQuery={periodQuery}
        value={countOf(next)}
        note={partsOf(next)}
      />
    </dl>
  </Part>
);

export const LeadTimes = ({
  times,
  periodQuery,
}: PeriodLinkProps & { times: Overview["lead_times"] }) => (
  <Part id="lead-times" title={m.staff_overview_lead_times()}>
    <MetricTable
      columns={[
        m.staff_overview_from_reservation(),
        m.staff_overview_count(),
        m.staff_overview_median(),
        m.staff_overview_p90(),
      ]}
    >
      <Times
        metric="visits"
        name={m.staff_overview_to_visit()}
        usual={times.visits}
        periodQuery={periodQuery}
      />
      <Times
        metric="completions"
        name={m.staff_overview_to_completion()}
        usual={times.completions}
        periodQuery={periodQuery}
      />
    </MetricTable>
  </Part>
);

type TimesProps = PeriodLinkProps & {
  metric: Metric;
  name: string;
  usual: Overview["lead_times"]["visits"];
};

const Times = ({ metric, name, usual, periodQuery }: TimesProps) => (
  <tr>
    <RowHead>
      <Link href={rowsOf(metric, periodQuery)}>{name}</Link>
    </RowHead>
    <Cell>{usual.count}</Cell>
    <Cell>
      {usual.median_days === null
        ? m.staff_overview_none()
        : m.staff_overview_days({ days: usual.median_days })}
    </Cell>
    <Cell>
      {usual.p90_days === null
        ? m.staff_overview_none()
        : m.staff_overview_days({ days: usual.p90_days })}
    </Cell>
  </tr>
);

const TILES = "grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-4 gap-y-2";

type TileProps = PeriodLinkProps & { metric: Metric; value: string; note: string; isBad?: boolean };

const Tile = ({ metric, value, note, periodQuery, isBad = false }: TileProps) => (
  <div className="grid min-w-0 content-start">
    <dt>
      <Link href={rowsOf(metric, periodQuery)}>{m.staff_overview_metric({ metric })}</Link>
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
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`),
  );

type MetricTableProps = { columns: readonly string[]; children: ReactNode };

export const MetricTable = ({ columns, children }: MetricTableProps) => (
  <table className="w-full border-collapse tabular-nums">
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col" className={`${CELL} text-xs font-semibold text-quiet`} key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

const CELL = "border-b border-line px-2 py-1.5 text-start align-top";

type RowHeadProps = { isWide?: boolean; children: ReactNode };

export const RowHead = ({ isWide = false, children }: RowHeadProps) => (
  <th scope="row" className={`${CELL} font-normal ${isWide ? "w-3/5" : ""}`}>
    {children}
  </th>
);

type CellProps = { wraps?: boolean; children: ReactNode };

export const Cell = ({ wraps = false, children }: CellProps) => (
  <td className={`${CELL} ${wraps ? "min-w-32 wrap-anywhere" : "whitespace-nowrap"}`}>
    {children}
  </td>
);
