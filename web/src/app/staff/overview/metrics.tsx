import type { ReactNode } from "react";
import { Link } from "wouter";
import { dollarsAndCents } from "#lib/money.ts";
import { copy, type Metric } from "./copy.ts";
import type { Overview } from "./use-overview.ts";

/** `periodQuery` is the period as a query string, for links to the rows behind a metric. */
type PeriodLinkProps = { periodQuery: string };

export const rowsOf = (metric: Metric, periodQuery: string) => `/overview/${metric}?${periodQuery}`;

type PartProps = { id: string; title: string; note?: string; children: ReactNode };

export const Part = ({ id, title, note, children }: PartProps) => (
  <section className="overview__part" aria-labelledby={`${id}-title`}>
    <h2 className="overview__title" id={`${id}-title`}>
      {title}
    </h2>
    {note && <p className="overview__note">{note}</p>}
    {children}
  </section>
);

export function Funnel({ funnel, periodQuery }: PeriodLinkProps & Pick<Overview, "funnel">) {
  const most = Math.max(1, ...funnel.map(({ count }) => count));
  return (
    <Part id="funnel" title={copy.funnel} note={copy.funnelNote}>
      <table className="overview-table funnel">
        <thead>
          <tr>
            <th scope="col">{copy.stage}</th>
            <th scope="col">{copy.count}</th>
            <th scope="col">{copy.ofBefore}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ key, count, of_before_percent }) => (
            <tr key={key}>
              <th scope="row">
                <Link href={rowsOf(key, periodQuery)}>{copy.figure[key]}</Link>
                <span className="funnel__bar" style={{ inlineSize: `${(100 * count) / most}%` }} />
              </th>
              <td>{count}</td>
              <td>{of_before_percent === null ? copy.none : `${of_before_percent}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

export const Money = ({ revenue, periodQuery }: PeriodLinkProps & Pick<Overview, "revenue">) => (
  <Part id="money" title={copy.revenue}>
    <dl className="tiles">
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
    <table className="overview-table">
      <thead>
        <tr>
          <th scope="col">{copy.month}</th>
          <th scope="col">{copy.figure.received}</th>
          <th scope="col">{copy.figure.refunded}</th>
        </tr>
      </thead>
      <tbody>
        {revenue.months.map(({ first, last, received_cents, refunded_cents }) => (
          <tr key={first}>
            <th scope="row">{monthOf(first)}</th>
            <td>
              <Link href={rowsOf("received", `from=${first}&to=${last}`)}>
                {dollarsAndCents(received_cents)}
              </Link>
            </td>
            <td>
              <Link href={rowsOf("refunded", `from=${first}&to=${last}`)}>
                {dollarsAndCents(refunded_cents)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Part>
);

type AttentionProps = PeriodLinkProps & Pick<Overview, "abandoned" | "failed_messages">;

export const Attention = ({ abandoned, failed_messages, periodQuery }: AttentionProps) => (
  <Part id="attention" title={copy.attention}>
    <dl className="tiles">
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
    <dl className="tiles">
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
    <table className="overview-table">
      <thead>
        <tr>
          <th scope="col">{copy.fromReservation}</th>
          <th scope="col">{copy.count}</th>
          <th scope="col">{copy.median}</th>
          <th scope="col">{copy.p90}</th>
        </tr>
      </thead>
      <tbody>
        <Times metric="visits" name={copy.toVisit} usual={times.visits} periodQuery={periodQuery} />
        <Times
          metric="completions"
          name={copy.toCompletion}
          usual={times.completions}
          periodQuery={periodQuery}
        />
      </tbody>
    </table>
  </Part>
);

type TimesProps = PeriodLinkProps & {
  metric: Metric;
  name: string;
  usual: Overview["lead_times"]["visits"];
};

const Times = ({ metric, name, usual, periodQuery }: TimesProps) => (
  <tr>
    <th scope="row">
      <Link href={rowsOf(metric, periodQuery)}>{name}</Link>
    </th>
    <td>{usual.count}</td>
    <td>{usual.median_days === null ? copy.none : copy.days(usual.median_days)}</td>
    <td>{usual.p90_days === null ? copy.none : copy.days(usual.p90_days)}</td>
  </tr>
);

type TileProps = PeriodLinkProps & { metric: Metric; value: string; note: string; isBad?: boolean };

const Tile = ({ metric, value, note, periodQuery, isBad = false }: TileProps) => (
  <div className="tile">
    <dt>
      <Link href={rowsOf(metric, periodQuery)}>{copy.figure[metric]}</Link>
    </dt>
    <dd className="tile__value" data-bad={isBad || undefined}>
      {value}
    </dd>
    <dd className="overview__note">{note}</dd>
  </div>
);

const countOf = ({ morning, afternoon }: Overview["coming_today"]) => String(morning + afternoon);

const partsOf = ({ morning, afternoon, held }: Overview["coming_today"]) =>
  copy.comingParts(morning, afternoon, held);

const monthOf = (day: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`),
  );
