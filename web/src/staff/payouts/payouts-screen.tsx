import { Link, useParams, useSearchParams } from "wouter";
import { dayAndTimeOf, dayAndYear } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import { useToast } from "#ui/toast.tsx";
import { ListExports } from "../customers/list-exports.tsx";
import { Fact, LoadedPart } from "../orders/parts.tsx";
import { Cell, MetricTable, RowHead } from "../overview/metrics.tsx";
import { Allowed, NotInRole } from "../session/me.tsx";
import { Part, problemMessage, Screen } from "../shell/screen.tsx";
import {
  type Payout,
  type PayoutDetail,
  type PayoutLine,
  type Payouts,
  usePayout,
  usePayouts,
  useReadPayouts,
} from "./use-payouts.ts";

/** /staff/payouts: what the card provider sent to the bank, against our books (OPS-20.4). */
export default function PayoutsScreen() {
  const { id } = useParams();
  return id ? <OnePayout key={id} id={id} /> : <PayoutList />;
}

const BOOKS = ["bookkeeping", "payments"] as const;
const FRAME = "overflow-x-auto rounded-sm border border-line bg-surface px-2";

function PayoutList() {
  const [query] = useSearchParams();
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const payouts = usePayouts(page);
  return (
    <Screen title={m.staff_payouts_title()} actions={<ReadNow />}>
      <p className="max-w-prose text-xs text-quiet">{m.staff_payouts_note()}</p>
      <LoadedPart query={payouts}>
        {(loaded) => (
          <>
            <Table payouts={loaded.payouts} />
            <Pages {...loaded} />
            <OnItsWay {...loaded} />
          </>
        )}
      </LoadedPart>
      <Allowed to="export" otherwise={<NotInRole needs={["export"]} />}>
        <ListExports lists={BOOKS} title={m.staff_payouts_exports()} />
      </Allowed>
    </Screen>
  );
}

function ReadNow() {
  const toast = useToast();
  const { mutate, isPending } = useReadPayouts();
  const read = () =>
    mutate(
      {},
      {
        onSuccess: () => toast({ title: m.staff_payouts_read_done(), tone: "success" }),
        onError: (failure) => toast({ title: problemMessage(failure), tone: "danger" }),
      },
    );
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isPending}
      busyLabel={m.staff_payouts_reading()}
      onClick={read}
    >
      {m.staff_payouts_read()}
    </Button>
  );
}

function Table({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0) return <p>{m.staff_payouts_none()}</p>;
  return (
    <ScrollRegion className={FRAME} aria-label={m.staff_payouts_title()}>
      <MetricTable
        columns={[
          m.staff_payouts_arrives(),
          m.staff_payouts_payout(),
          m.staff_payouts_amount(),
          m.staff_payouts_fees(),
          m.staff_payouts_books(),
        ]}
      >
        {payouts.map((payout) => (
          <tr key={payout.id}>
            <Cell>{dayAndYear(payout.arrives_on)}</Cell>
            <RowHead>
              <Link className="font-semibold wrap-anywhere" href={`/payouts/${payout.id}`}>
                {payout.reference}
              </Link>
              <Fact>{m.staff_payouts_status({ status: payout.status })}</Fact>
            </RowHead>
            <Cell>{dollarsAndCents(payout.amount_cents)}</Cell>
            <Cell>{dollarsAndCents(payout.fee_cents)}</Cell>
            <Cell>
              <State payout={payout} />
            </Cell>
          </tr>
        ))}
      </MetricTable>
    </ScrollRegion>
  );
}

const TONES: Record<Payout["state"], BadgeTone> = {
  waiting: "info",
  manual: "quiet",
  different: "danger",
  reconciled: "success",
};

const State = ({ payout: { state, differences } }: { payout: Payout }) => (
  <>
    <Badge tone={TONES[state]}>{m.staff_payouts_state({ state })}</Badge>
    {differences.map((difference) => (
      <Fact key={difference}>{m.staff_payouts_difference({ difference })}</Fact>
    ))}
  </>
);

function Pages({ page, pages }: Payouts) {
  if (pages === 1) return null;
  const link = (to: number, label: string) => (
    <Link className="inline-flex min-h-target items-center" href={`/payouts?page=${to}`}>
      {label}
    </Link>
  );
  return (
    <nav className="flex items-center gap-4" aria-label={m.staff_page_of({ page, pages })}>
      {page > 1 && link(page - 1, m.staff_overview_previous())}
      <span>{m.staff_page_of({ page, pages })}</span>
      {page < pages && link(page + 1, m.staff_overview_next())}
    </nav>
  );
}

const OnItsWay = ({ on_its_way, on_its_way_count, on_its_way_cents }: Payouts) => (
  <Part
    id="on-its-way"
    title={m.staff_payouts_on_its_way({
      count: on_its_way_count,
      sum: dollarsAndCents(on_its_way_cents),
    })}
    note={m.staff_payouts_on_its_way_note()}
  >
    {on_its_way.length > 0 && (
      <ScrollRegion className="overflow-x-auto" aria-label={m.staff_payouts_on_its_way_list()}>
        <MetricTable
          columns={[
            m.staff_overview_columns_when(),
            m.staff_overview_columns_who(),
            m.staff_overview_columns_what(),
            m.staff_payouts_amount(),
          ]}
        >
          {on_its_way.map((entry) => (
            <tr key={`${entry.order_id} ${entry.kind} ${entry.at} ${entry.amount_cents}`}>
              <Cell>{dayAndTimeOf(entry.at)}</Cell>
              <RowHead>
                <OrderLink {...entry} />
              </RowHead>
              <Cell>{m.staff_payouts_kind({ kind: entry.kind })}</Cell>
              <Cell>{dollarsAndCents(entry.amount_cents)}</Cell>
            </tr>
          ))}
        </MetricTable>
      </ScrollRegion>
    )}
  </Part>
);

type OrderLinkProps = { order_id: string; order_code: string; customer_name: string };

const OrderLink = ({ order_id, order_code, customer_name }: OrderLinkProps) => (
  <>
    <Link className="wrap-anywhere" href={`/orders/${order_id}#money`}>
      {customer_name}
    </Link>
    <Fact>{order_code}</Fact>
  </>
);

function OnePayout({ id }: { id: string }) {
  const payout = usePayout(id);
  return (
    <Screen
      title={payout.data ? payout.data.reference : m.staff_payouts_payout()}
      actions={<Link href="/payouts">{m.staff_payouts_all()}</Link>}
    >
      <LoadedPart query={payout}>
        {(loaded) => (
          <>
            <Summary payout={loaded} />
            {loaded.lines.length > 0 && <Lines lines={loaded.lines} />}
          </>
        )}
      </LoadedPart>
    </Screen>
  );
}

const Summary = ({ payout }: { payout: PayoutDetail }) => (
  <Part id="payout" title={m.staff_payouts_arrival({ day: dayAndYear(payout.arrives_on) })}>
    <p>
      <Badge tone={TONES[payout.state]}>{m.staff_payouts_state({ state: payout.state })}</Badge>
    </p>
    <MoneyLines>
      <MoneyLine size="sm" name={m.staff_payouts_fees()} cents={payout.fee_cents} />
      <MoneyLine size="sm" name={m.staff_payouts_sum()} cents={payout.sum_cents} />
      <MoneyLine size="sm" name={m.staff_payouts_banked()} cents={payout.amount_cents} />
    </MoneyLines>
    <p className="text-xs text-quiet">{m.staff_payouts_state_note({ state: payout.state })}</p>
    {payout.differences.length > 0 && (
      <Notice tone="danger" title={m.staff_payouts_state({ state: "different" })}>
        {payout.differences.map((difference) => (
          <p key={difference}>{m.staff_payouts_difference({ difference })}</p>
        ))}
      </Notice>
    )}
  </Part>
);

const Lines = ({ lines }: { lines: readonly PayoutLine[] }) => (
  <ScrollRegion className={FRAME} aria-label={m.staff_payouts_lines()}>
    <MetricTable
      columns={[
        m.staff_overview_columns_when(),
        m.staff_overview_columns_who(),
        m.staff_overview_columns_what(),
        m.staff_payouts_amount(),
        m.staff_payouts_fee(),
        m.staff_payouts_books(),
      ]}
    >
      {lines.map((line) => (
        <tr key={`${line.kind} ${line.reference} ${line.at}`}>
          <Cell>{dayAndTimeOf(line.at)}</Cell>
          <RowHead>
            {line.order_id ? (
              <OrderLink {...line} order_id={line.order_id} />
            ) : (
              <span className="wrap-anywhere">{line.title || m.staff_payouts_no_order()}</span>
            )}
          </RowHead>
          <Cell wraps>
            {m.staff_payouts_kind({ kind: line.kind })}
            <Fact>{line.reference}</Fact>
          </Cell>
          <Cell>{dollarsAndCents(line.amount_cents)}</Cell>
          <Cell>{dollarsAndCents(line.fee_cents)}</Cell>
          <Cell>{line.difference ? <Difference line={line} /> : m.staff_payouts_agrees()}</Cell>
        </tr>
      ))}
    </MetricTable>
  </ScrollRegion>
);

const Difference = ({ line: { difference, expected_cents } }: { line: PayoutLine }) =>
  difference && (
    <>
      <Badge tone="danger">{m.staff_payouts_difference({ difference })}</Badge>
      {expected_cents !== null && (
        <Fact>{m.staff_payouts_expected({ sum: dollarsAndCents(expected_cents) })}</Fact>
      )}
    </>
  );
