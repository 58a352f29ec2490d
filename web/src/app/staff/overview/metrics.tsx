import type { ReactNode } from "react";
import { Link } from "wouter";
import { dollarsAndCents } from "#lib/money.ts";
import { Part } from "../shell/screen.tsx";
import { copy, type Metric } from "./copy.ts";
import type { Overview } from "./use-overview.ts";

/** `periodQuery` is the period as a query string, for links to the rows behind a metric. */
type PeriodLinkProps = { periodQuery: string };

export const rowsOf = (metric: Metric, periodQuery: string) => `/overview/${metric}?${periodQuery}`;

export function Funnel({ funnel, periodQuery }: PeriodLinkProps & Pick<Overview, "funnel">) {
  const most = Math.max(1, ...funnel.map(({ count }) => count));
  return (
    <Part id="funnel" title={copy.funnel} note={copy.funnelNote}>
      <MetricTable columns={[copy.stage, copy.count, copy.ofBefore]}>
        {funnel.map(({ key, count, of_before_percent }) => (
          <tr key={key}>
            <RowHead isWide>
              <Link href={rowsOf(key, periodQuery)}>{copy.figure[key]}</Link>
              <span
                className="mt-0.5 block h-1 rounded-full bg-glow"
                style={{ inlineSize: `${(100 * count) / most}%` }}
              />
            </RowHead>
            <Cell>{count}</Cell>
            <Cell>{of_before_percent === null ? copy.none : `${of_before_percent}%`}</Cell>
          </tr>
        ))}
      </MetricTable>
    </Part>
  );
}

export const Money = ({ revenue, periodQuery }: PeriodLinkProps & Pick<Overview, "revenue">) => (
  <Part id="money" title={copy.revenue}>
    <dl className={TILES}>
      <Tile
        metric="received"
        periodQuery={periodQuery}
        value={dollarsAndCents(revenue.received_cents)}
        note={copy.inPeriod}
      />
      <Tile
        metric="refunded"
        periodQuery={periodQuery}
        value={dollarsAndCents(revenue.refunded_cents)}
        note={copy.inPeriod}
      />
      <Tile
        metric="outstanding"
        periodQuery={periodQuery}
        value={dollarsAndCents(revenue.outstanding_cents)}
        note={copy.owing(revenue.orders_owing)}
      />
    </dl>
    <MetricTable columns={[copy.month, copy.figure.received, copy.figure.refunded]}>
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
  <Part id="attention" title={copy.attention}>
    <dl className={TILES}>
      <Tile
        metric="failed_messages"
        periodQuery={periodQuery}
        value={String(failed_messages)}
        note={copy.asOfNow}
        isBad={failed_messages > 0}
      />
      <Tile
        metric="abandoned"
        periodQuery={periodQuery}
        value={String(abandoned)}
        note={copy.inPeriod}
      />
    </dl>
  </Part>
);

type ComingProps = PeriodLinkProps & {
  today: Overview["coming_today"];
  next: Overview["coming_next_days"];
};

export const Coming = ({ today, next, periodQuery }: ComingProps) => (
  <Part id="coming" title={copy.coming}>
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
  <Part id="lead-times" title={copy.leadTimes}>
    <MetricTable columns={[copy.fromReservation, copy.count, copy.median, copy.p90]}>
      <Times metric="visits" name={copy.toVisit} usual={times.visits} periodQuery={periodQuery} />
      <Times
        metric="completions"
        name={copy.toCompletion}
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
    <Cell>{usual.median_days === null ? copy.none : copy.days(usual.median_days)}</Cell>
    <Cell>{usual.p90_days === null ? copy.none : copy.days(usual.p90_days)}</Cell>
  </tr>
);

const TILES = "grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-4 gap-y-2";

type TileProps = PeriodLinkProps & { metric: Metric; value: string; note: string; isBad?: boolean };

const Tile = ({ metric, value, note, periodQuery, isBad = false }: TileProps) => (
  <div className="grid min-w-0 content-start">
    <dt>
      <Link href={rowsOf(metric, periodQuery)}>{copy.figure[metric]}</Link>
    </dt>
    <dd className={`text-lg font-semibold tabular-nums ${isBad ? "text-danger" : ""}`}>{value}</dd>
    <dd className="text-xs text-quiet">{note}</dd>
  </div>
);

const countOf = ({ morning, afternoon }: Overview["coming_today"]) => String(morning + afternoon);

const partsOf = ({ morning, afternoon, held }: Overview["coming_today"]) =>
  copy.comingParts(morning, afternoon, held);

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
