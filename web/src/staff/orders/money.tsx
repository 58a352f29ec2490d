import type {
  Milestone,
  StaffDispute,
  StaffMoney,
  StaffOrder,
  StaffPayment,
  StaffRefund,
} from "#api/staff-orders.ts";
import { Ledger } from "#features/milestones/ledger.tsx";
import { dayAndTimeOf, dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { NotInRole } from "../session/me.tsx";
import { useOrderMoney } from "./order-action.tsx";
import { ActionButton, disabledReason, Fact, Line, Lines, LoadedPart } from "./parts.tsx";

export const milestoneTones = {
  waiting: "quiet",
  due: "warning",
  paid: "success",
  cancelled: "quiet",
} satisfies Record<Milestone["status"], BadgeTone>;

export const paymentTones = {
  due: "warning",
  paid: "success",
  refunded: "quiet",
  returned: "danger",
  cancelled: "quiet",
} satisfies Record<StaffPayment["status"], BadgeTone>;

export const refundTones = {
  requested: "info",
  sent: "success",
  failed: "danger",
  returned: "danger",
  replaced: "quiet",
} satisfies Record<StaffRefund["status"], BadgeTone>;

export function MoneyPart({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <Panel size="sm" id="money" title={m.staff_money_title()}>
      <LoadedPart query={moneyQuery}>
        {(money) => <Account order={order} money={money} />}
      </LoadedPart>
    </Panel>
  );
}

const Account = ({ order, money }: { order: StaffOrder; money: StaffMoney }) => (
  <>
    <h3 className="pt-1 text-sm">{m.staff_money_milestones()}</h3>
    <Milestones order={order} milestones={money.milestones} />
    <h3 className="pt-1 text-sm">{m.staff_money_payments()}</h3>
    <Payments payments={money.payments} />
    {money.refunds.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{m.staff_money_refunds()}</h3>
        <Refunds refunds={money.refunds} />
      </>
    )}
    {money.disputes.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{m.staff_money_disputes()}</h3>
        <Disputes disputes={money.disputes} />
      </>
    )}
    <Ledger
      title={m.milestones_account()}
      entries={money.entries}
      balanceCents={money.balance_cents}
      tellTime={dayAndTimeOf}
    />
    <NotInRole needs={["reach_milestones", "refund", "take_back"]} />
  </>
);

type MilestonesProps = { order: StaffOrder; milestones: readonly Milestone[] };

/** The three milestones, with the button that makes the next one due. */
function Milestones({ order, milestones }: MilestonesProps) {
  if (milestones.length === 0) return <p className="text-quiet">{m.staff_money_no_milestones()}</p>;
  return (
    <Lines>
      {milestones.map((milestone) => (
        <Line
          key={milestone.kind}
          title={m.staff_money_kinds({ kind: milestone.kind })}
          facts={<Fact>{milestoneFacts(milestone)}</Fact>}
        >
          {milestone.transfer_since ? (
            <Badge tone="info">{m.staff_money_on_its_way()}</Badge>
          ) : (
            <Badge tone={milestoneTones[milestone.status]}>
              {m.staff_money_milestone_states({ status: milestone.status })}
            </Badge>
          )}
          {milestone.status === "waiting" && <Reach order={order} kind={milestone.kind} />}
          <TakeBack order={order} milestone={milestone} />
        </Line>
      ))}
      {order.powered_on_at && (
        <Line
          title={m.staff_money_power_on()}
          facts={<Fact>{dayAndTimeOf(order.powered_on_at)}</Fact>}
        >
          <ActionButton
            needs="take_back"
            variant="ghost"
            opens={{ is: "take_back", what: "power_on" }}
          >
            {m.staff_take_back()}
          </ActionButton>
        </Line>
      )}
    </Lines>
  );
}

function Reach({ order, kind }: { order: StaffOrder; kind: Milestone["kind"] }) {
  if (kind === "acceptance") return null;
  return (
    <ActionButton
      needs="reach_milestones"
      notNow={disabledReason(order, kind === "equipment" ? "mark_equipment" : "mark_installed")}
      opens={{ is: "reach", kind }}
    >
      {m.staff_money_reach({ kind })}
    </ActionButton>
  );
}

const REACHED_BY = { equipment: "equipment_arrived", completion: "completed" } as const;

// What was reached last, by a manager, while nothing is paid for it.
function TakeBack({ order, milestone }: { order: StaffOrder; milestone: Milestone }) {
  const { kind, status } = milestone;
  if (kind === "acceptance" || order.status !== REACHED_BY[kind] || order.powered_on_at)
    return null;
  return (
    <ActionButton
      needs="take_back"
      variant="ghost"
      notNow={status === "paid" ? m.staff_take_back_paid() : null}
      opens={{ is: "take_back", what: kind }}
    >
      {m.staff_take_back()}
    </ActionButton>
  );
}

function milestoneFacts({
  percent,
  amount_cents,
  due_cents,
  due_on,
  status,
  transfer_since,
}: Milestone): string {
  const share = m.staff_money_share({ percent, amount: dollarsAndCents(amount_cents) });
  if (status !== "due") return share;
  if (transfer_since) return `${share} · ${transferFact(transfer_since)}`;
  const amount = dollarsAndCents(due_cents);
  const due = due_on
    ? m.staff_money_due_by({ amount, day: shortDay(due_on) })
    : m.staff_money_due({ amount });
  return `${share} · ${due}`;
}

const transferFact = (since: string) =>
  m.staff_money_transfer_since({ day: shortDay(dayOf(since)) });

/** Payments, each with a button to refund it in whole or in part. */
function Payments({ payments }: { payments: readonly StaffPayment[] }) {
  if (payments.length === 0) return <p className="text-quiet">{m.staff_money_no_payments()}</p>;
  return (
    <Lines>
      {payments.map((payment) => (
        <Line
          key={payment.id}
          title={`${m.staff_money_purposes({ purpose: payment.purpose })}, ${dollarsAndCents(payment.amount_cents)}`}
          facts={<Fact>{paymentFacts(payment)}</Fact>}
        >
          {payment.is_disputed && <Badge tone="danger">{m.staff_money_disputed()}</Badge>}
          {payment.transfer_since ? (
            <Badge tone="info">{m.staff_money_on_its_way()}</Badge>
          ) : (
            <Badge tone={paymentTones[payment.status]}>
              {m.staff_money_payment_states({ status: payment.status })}
            </Badge>
          )}
          {(payment.status === "paid" || payment.status === "returned") && (
            <ActionButton
              needs="refund"
              notNow={payment.left_cents > 0 ? null : m.staff_money_nothing_left()}
              opens={{ is: "refund", payment }}
            >
              {m.staff_money_refund()}
            </ActionButton>
          )}
        </Line>
      ))}
    </Lines>
  );
}

function paymentFacts({
  method,
  surcharge_cents,
  refunded_cents,
  disputed_cents,
  transfer_since,
}: StaffPayment): string {
  return [
    transfer_since && transferFact(transfer_since),
    m.staff_money_methods({ method }),
    surcharge_cents > 0 &&
      m.staff_money_with_surcharge({ amount: dollarsAndCents(surcharge_cents) }),
    refunded_cents > 0 &&
      m.staff_money_refunded_so_far({ amount: dollarsAndCents(refunded_cents) }),
    disputed_cents > 0 && m.staff_money_taken_so_far({ amount: dollarsAndCents(disputed_cents) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function Refunds({ refunds }: { refunds: readonly StaffRefund[] }) {
  return (
    <Lines>
      {refunds.map((refund) => (
        <Line
          key={refund.id}
          title={dollarsAndCents(refund.amount_cents)}
          facts={
            <>
              <Fact>
                {refund.reason} · {dayAndTimeOf(refund.at)}
              </Fact>
              {refund.is_on_its_way && (
                <Fact>{m.staff_money_refund_since({ day: shortDay(dayOf(refund.at)) })}</Fact>
              )}
              {refund.provider_ref && (
                <Fact>{m.staff_money_provider_ref({ ref: refund.provider_ref })}</Fact>
              )}
              {canGoAgain(refund) && refund.last_error && (
                <Fact>{m.staff_money_failed_because({ why: refund.last_error })}</Fact>
              )}
            </>
          }
        >
          <Badge tone={refund.is_on_its_way ? "info" : refundTones[refund.status]}>
            {m.staff_money_refund_states({
              status: refund.is_on_its_way ? "requested" : refund.status,
            })}
          </Badge>
          {canGoAgain(refund) && (
            <ActionButton needs="refund" opens={{ is: "retry", refund }}>
              {m.staff_money_retry()}
            </ActionButton>
          )}
        </Line>
      ))}
    </Lines>
  );
}

const canGoAgain = ({ status }: StaffRefund) => status === "failed" || status === "returned";

/** Disputed payments, with the deadline to respond. */
const Disputes = ({ disputes }: { disputes: readonly StaffDispute[] }) => (
  <Lines>
    {disputes.map((dispute) => (
      <Line
        key={dispute.provider_ref}
        title={m.staff_money_dispute_of({
          amount: dollarsAndCents(dispute.amount_cents),
          reason: plain(dispute.reason),
        })}
        facts={
          <>
            <Fact>{disputeFacts(dispute)}</Fact>
            <Fact>{m.staff_money_provider_ref({ ref: dispute.provider_ref })}</Fact>
          </>
        }
      >
        <Badge tone={dispute.status === "won" ? "success" : "danger"}>
          {plain(dispute.status)}
        </Badge>
      </Line>
    ))}
  </Lines>
);

// The provider's own term, without its underscores.
const plain = (word: string) => word.replaceAll("_", " ");

function disputeFacts({
  is_open,
  opened_at,
  respond_by,
  closed_at,
  taken_cents,
}: StaffDispute): string {
  return [
    m.staff_money_opened_on({ day: dayAndTimeOf(opened_at) }),
    is_open && respond_by && m.staff_money_respond_by({ day: dayAndTimeOf(respond_by) }),
    closed_at && m.staff_money_closed_on({ day: dayAndTimeOf(closed_at) }),
    taken_cents > 0 && m.staff_money_bank_holds({ amount: dollarsAndCents(taken_cents) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
