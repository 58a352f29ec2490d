import { city } from "@market/place.json";
import { type FormEvent, useState } from "react";
import { Link, useParams } from "wouter";
import { dayAndTimeOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { fieldControl } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { Allowed } from "../session/me.tsx";
import { problemMessage, Screen, StaffProblem } from "../shell/screen.tsx";
import {
  Attention,
  Business,
  Cell,
  Coming,
  Demand,
  Funnel,
  LeadTimes,
  MetricTable,
  Money,
  RowHead,
} from "./metrics.tsx";
import {
  type Days,
  isOrdered,
  type Metric,
  type MetricRow,
  type MetricRows,
  type Overview,
  PRESETS,
  useOverview,
  usePeriod,
  useReplay,
  useRows,
} from "./use-overview.ts";

/** The overview of metrics, or the rows of one; the URL holds metric and period (OPS-10). */
export default function OverviewScreen() {
  const { figure } = useParams();
  if (figure !== undefined && isFigure(figure)) return <Rows key={figure} metric={figure} />;
  return <Figures />;
}

const METRICS: Record<Metric, true> = {
  checked: true,
  covered: true,
  band: true,
  generator: true,
  date: true,
  reserved: true,
  fee_paid: true,
  price_locked: true,
  accepted: true,
  completed: true,
  paid: true,
  received: true,
  refunded: true,
  outstanding: true,
  abandoned: true,
  failed_messages: true,
  searches: true,
  requests: true,
  visits: true,
  completions: true,
  today: true,
  next_days: true,
};

const isFigure = (name: string): name is Metric => Object.hasOwn(METRICS, name);

function Figures() {
  const { days } = usePeriod();
  const { data: overview, error, refetch, isPlaceholderData } = useOverview(days);

  return (
    <Screen title={m.staff_overview_title()} actions={<PeriodChoice />}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!overview && !error && <Spinner label={m.staff_loading()} />}
      {overview && <Parts overview={overview} isOld={isPlaceholderData} />}
    </Screen>
  );
}

type PartsProps = { overview: Overview; isOld: boolean };

const Parts = ({ overview, isOld }: PartsProps) => (
  <>
    <p className="text-xs text-quiet" aria-live="polite">
      {m.staff_overview_span({ city, from: shortDay(overview.first), to: shortDay(overview.last) })}
    </p>
    {overview.outbox_held_since && (
      <Notice tone="warning" title={m.staff_overview_outbox_held()}>
        {m.staff_overview_outbox_held_note({ since: dayAndTimeOf(overview.outbox_held_since) })}
      </Notice>
    )}
    <div
      className="grid min-w-0 content-start gap-4 aria-busy:opacity-60 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      aria-busy={isOld}
    >
      <div className="grid min-w-0 content-start gap-4">
        <Coming {...overview} />
        <Attention {...overview} />
        <Business {...overview} />
        <Money {...overview} />
        <LeadTimes {...overview} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Funnel {...overview} />
        <Demand {...overview} />
      </div>
    </div>
  </>
);

/** Period: the last days, this month, or a custom range. */
function PeriodChoice() {
  const { preset, setQuery } = usePeriod();
  const [isOwn, setOwn] = useState(preset === null);

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap items-end">
        <legend className="sr-only">{m.staff_overview_period()}</legend>
        {PRESETS.map((each) => (
          <label className={lookOf(!isOwn && each === preset)} key={each}>
            <input
              type="radio"
              name="period"
              checked={!isOwn && each === preset}
              onChange={() => {
                setOwn(false);
                setQuery({ period: each });
              }}
            />
            {m.staff_overview_preset({ preset: each })}
          </label>
        ))}
        <label className={lookOf(isOwn)}>
          <input type="radio" name="period" checked={isOwn} onChange={() => setOwn(true)} />
          {m.staff_overview_own()}
        </label>
      </fieldset>
      {isOwn && <OwnRange />}
    </div>
  );
}

const lookOf = (isChosen: boolean) =>
  [
    "inline-flex min-h-target cursor-pointer items-center gap-1 border bg-surface px-2.5",
    "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
    isChosen ? "border-chosen font-semibold" : "border-line",
  ].join(" ");

function OwnRange() {
  const { days, setQuery } = usePeriod();
  const [range, setRange] = useState(days);
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (isOrdered(range)) setQuery(range);
  };
  const day = (name: keyof Days, label: string) => (
    <label className="grid gap-1 text-xs text-quiet">
      {label}
      <input
        type="date"
        className={fieldControl()}
        required
        value={range[name]}
        max={name === "from" ? range.to : undefined}
        min={name === "to" ? range.from : undefined}
        onChange={({ currentTarget }) => setRange({ ...range, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
      {day("from", m.staff_overview_from())}
      {day("to", m.staff_overview_to())}
      <Button type="submit" variant="outline">
        {m.staff_overview_show()}
      </Button>
    </form>
  );
}

/** Rows behind one metric, each with a link to its order if it has one. */
export function Rows({ metric }: { metric: Metric }) {
  const { days, kept: search, query } = usePeriod();
  const zip = query.get("zip");
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const { data: metricRows, error, refetch } = useRows(metric, { days, zip, page });
  const pageHref = (other: number) =>
    `/overview/${metric}?${search}${zip === null ? "" : `&zip=${zip}`}&page=${other}`;

  return (
    <Screen
      title={m.staff_overview_metric({ metric })}
      actions={<Link href={`/overview?${search}`}>{m.staff_overview_back()}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!metricRows && !error && <Spinner label={m.staff_loading()} />}
      {metricRows && (
        <>
          <Summary metricRows={metricRows} zip={zip} />
          {metricRows.rows.length > 0 && <Table rows={metricRows.rows} />}
          <Pages metricRows={metricRows} hrefOf={pageHref} />
        </>
      )}
    </Screen>
  );
}

function Summary({ metricRows, zip }: { metricRows: MetricRows; zip: string | null }) {
  const { count, sum_cents, first, last } = metricRows;
  const parts = [
    count === 0 ? m.staff_overview_no_rows() : m.staff_overview_rows({ count }),
    sum_cents === null ? null : m.staff_overview_sum({ cents: dollarsAndCents(sum_cents) }),
    zip === null ? null : zip === "" ? m.staff_no_zip() : m.staff_overview_of_zip({ zip }),
    m.staff_overview_span({ city, from: shortDay(first), to: shortDay(last) }),
  ];
  return <p className="text-xs text-quiet">{parts.filter(Boolean).join(" · ")}</p>;
}

function Table({ rows }: { rows: readonly MetricRow[] }) {
  const has = (of: (row: MetricRow) => unknown) => rows.some((row) => of(row));
  const shows = {
    zip: has((row) => row.zip_code),
    amount: has((row) => row.amount_cents !== null),
    days: has((row) => row.days !== null),
    action: has((row) => row.message_id !== null),
  };
  const columns = [
    ...[
      m.staff_overview_columns_when(),
      m.staff_overview_columns_who(),
      m.staff_overview_columns_what(),
    ],
    ...(shows.zip ? [m.staff_overview_columns_zip()] : []),
    ...(shows.amount ? [m.staff_overview_columns_amount()] : []),
    ...(shows.days ? [m.staff_overview_columns_days()] : []),
    ...(shows.action ? [m.staff_overview_columns_action()] : []),
  ];
  return (
    <ScrollRegion
      className="overflow-x-auto rounded-sm border border-line bg-surface px-2"
      aria-label={m.staff_overview_rows({ count: rows.length })}
    >
      <MetricTable columns={columns}>
        {rows.map((row) => (
          <tr key={row.key}>
            <Cell>{whenOf(row)}</Cell>
            <RowHead>
              <Who row={row} />
            </RowHead>
            <Cell wraps>
              {codeLabel(row.what)}
              {row.note && <span className={NOTE}>{codeLabel(row.note)}</span>}
            </Cell>
            {shows.zip && <Cell>{row.zip_code || m.staff_overview_none()}</Cell>}
            {shows.amount && <Cell>{centsOf(row)}</Cell>}
            {shows.days && <Cell>{row.days ?? m.staff_overview_none()}</Cell>}
            {shows.action && (
              <Cell>
                {row.message_id !== null && <Replay id={row.message_id} to={nameIn(row)} />}
              </Cell>
            )}
          </tr>
        ))}
      </MetricTable>
    </ScrollRegion>
  );
}

const NOTE = "block text-xs font-normal text-quiet";

const nameIn = (row: MetricRow): string =>
  row.customer_name || row.contact || row.address || m.staff_overview_no_contact();

function Who({ row }: { row: MetricRow }) {
  const name = nameIn(row);
  const more = [row.contact, row.address].filter((each) => each !== "" && each !== name);
  return (
    <>
      {row.order_id ? (
        <Link href={`/orders/${row.order_id}`}>
          {row.customer_name || m.staff_overview_order()}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {(row.order_id ? [row.contact].filter(Boolean) : more).map((each) => (
        <span className={NOTE} key={each}>
          {each}
        </span>
      ))}
    </>
  );
}

function Replay({ id, to: customer }: { id: number; to: string }) {
  const toast = useToast();
  const { mutate, isPending } = useReplay();
  const replay = () =>
    mutate(
      { path: { message_id: id } },
      {
        onSuccess: () =>
          toast({
            customer,
            title: m.staff_messages_message_send_done({ is: "yes" }),
            tone: "success",
          }),
        onError: (failure) => toast({ customer, title: problemMessage(failure), tone: "danger" }),
      },
    );
  return (
    <Allowed to="send_messages">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={m.staff_overview_replaying()}
        aria-label={`${m.staff_overview_replay()}: ${m.staff_overview_message({ number: id })}`}
        onClick={replay}
      >
        {m.staff_overview_replay()}
      </Button>
    </Allowed>
  );
}

type PagesProps = { metricRows: MetricRows; hrefOf: (page: number) => string };

function Pages({ metricRows: { page, pages }, hrefOf }: PagesProps) {
  if (pages === 1) return null;
  return (
    <nav className="flex items-center gap-4" aria-label={m.staff_page_of({ page, pages })}>
      {page > 1 && (
        <Link className="inline-flex min-h-target items-center" href={hrefOf(page - 1)}>
          {m.staff_overview_previous()}
        </Link>
      )}
      <span>{m.staff_page_of({ page, pages })}</span>
      {page < pages && (
        <Link className="inline-flex min-h-target items-center" href={hrefOf(page + 1)}>
          {m.staff_overview_next()}
        </Link>
      )}
    </nav>
  );
}

function whenOf({ at, day }: MetricRow): string {
  if (at) return dayAndTimeOf(at);
  return day ? shortDay(day) : m.staff_overview_none();
}

const centsOf = ({ amount_cents }: MetricRow): string =>
  amount_cents === null ? m.staff_overview_none() : dollarsAndCents(amount_cents);

// Codes that no message names are shown as words: "gas_meter" is "Gas meter".
function codeLabel(code: string): string {
  const words = code.replaceAll("_", " ");
  return m.staff_overview_code({ code, plain: words.charAt(0).toUpperCase() + words.slice(1) });
}
