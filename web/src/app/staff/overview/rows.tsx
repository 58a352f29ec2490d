import { Link } from "wouter";
import { dayAndTimeOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { staffWords } from "../copy.ts";
import { Allowed } from "../session/me.tsx";
import { problemMessage, StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { copy, type Metric } from "./copy.ts";
import { Cell, MetricTable, RowHead } from "./metrics.tsx";
import { type MetricRow, type MetricRows, usePeriod, useReplay, useRows } from "./use-overview.ts";

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
      title={copy.figure[metric]}
      actions={<Link href={`/overview?${search}`}>{copy.back}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!metricRows && !error && <Spinner label={staffWords.loading} />}
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
    count === 0 ? copy.noRows : copy.rows(count),
    sum_cents === null ? null : copy.sum(dollarsAndCents(sum_cents)),
    zip === null ? null : copy.ofZip(zip),
    copy.span(shortDay(first), shortDay(last)),
  ];
  return <p className="text-xs text-quiet">{parts.filter(Boolean).join(" · ")}</p>;
}

function Table({ rows }: { rows: readonly MetricRow[] }) {
  const { when, who, what, zip, amount, days, act } = copy.columns;
  const has = (of: (row: MetricRow) => unknown) => rows.some((row) => of(row));
  const shows = {
    zip: has((row) => row.zip_code),
    amount: has((row) => row.amount_cents !== null),
    days: has((row) => row.days !== null),
    act: has((row) => row.message_id !== null),
  };
  const columns = [
    ...[when, who, what],
    ...(shows.zip ? [zip] : []),
    ...(shows.amount ? [amount] : []),
    ...(shows.days ? [days] : []),
    ...(shows.act ? [act] : []),
  ];
  return (
    <ScrollRegion
      className="overflow-x-auto rounded-sm border border-line bg-surface px-2"
      aria-label={copy.rows(rows.length)}
    >
      <MetricTable columns={columns}>
        {rows.map((row) => (
          <tr key={row.key}>
            <Cell>{whenOf(row)}</Cell>
            <RowHead>
              <Who row={row} />
            </RowHead>
            <Cell wraps>
              {copy.code(row.what)}
              {row.note && <span className={NOTE}>{copy.code(row.note)}</span>}
            </Cell>
            {shows.zip && <Cell>{row.zip_code || copy.none}</Cell>}
            {shows.amount && <Cell>{centsOf(row)}</Cell>}
            {shows.days && <Cell>{row.days ?? copy.none}</Cell>}
            {shows.act && <Cell>{row.message_id !== null && <Replay id={row.message_id} />}</Cell>}
          </tr>
        ))}
      </MetricTable>
    </ScrollRegion>
  );
}

const NOTE = "block text-xs font-normal text-quiet";

function Who({ row }: { row: MetricRow }) {
  const name = row.customer_name || row.contact || row.address || copy.noContact;
  const more = [row.contact, row.address].filter((each) => each !== "" && each !== name);
  return (
    <>
      {row.order_id ? (
        <Link href={`/orders/${row.order_id}`}>{row.customer_name || copy.order}</Link>
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

function Replay({ id }: { id: number }) {
  const toast = useToast();
  const { mutate, isPending } = useReplay();
  const replay = () =>
    mutate(id, {
      onSuccess: () => toast({ title: copy.replayed, tone: "success" }),
      onError: (failure) => toast({ title: problemMessage(failure), tone: "danger" }),
    });
  return (
    <Allowed to="send_messages">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={copy.replaying}
        aria-label={`${copy.replay}: ${copy.message(id)}`}
        onClick={replay}
      >
        {copy.replay}
      </Button>
    </Allowed>
  );
}

type PagesProps = { metricRows: MetricRows; hrefOf: (page: number) => string };

function Pages({ metricRows: { page, pages }, hrefOf }: PagesProps) {
  if (pages === 1) return null;
  return (
    <nav className="flex items-center gap-4" aria-label={copy.page(page, pages)}>
      {page > 1 && (
        <Link className="inline-flex min-h-target items-center" href={hrefOf(page - 1)}>
          {copy.previous}
        </Link>
      )}
      <span>{copy.page(page, pages)}</span>
      {page < pages && (
        <Link className="inline-flex min-h-target items-center" href={hrefOf(page + 1)}>
          {copy.next}
        </Link>
      )}
    </nav>
  );
}

function whenOf({ at, day }: MetricRow): string {
  if (at) return dayAndTimeOf(at);
  return day ? shortDay(day) : copy.none;
}

const centsOf = ({ amount_cents }: MetricRow): string =>
  amount_cents === null ? copy.none : dollarsAndCents(amount_cents);
