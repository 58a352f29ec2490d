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
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { milestoneTones, moneyWords, paymentTones, refundTones } from "./money/copy.ts";
import { useOrderMoney } from "./order-action.tsx";
import {
  ActionButton,
  disabledReason,
  Fact,
  Line,
  Lines,
  LoadedPart,
  useOpenDialog,
} from "./parts.tsx";

export function MoneyPart({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <Panel size="sm" id="money" title={moneyWords.title}>
      <LoadedPart query={moneyQuery}>
        {(money) => <Account order={order} money={money} />}
      </LoadedPart>
    </Panel>
  );
}

const Account = ({ order, money }: { order: StaffOrder; money: StaffMoney }) => (
  <>
    <h3 className="pt-1 text-sm">{moneyWords.milestones}</h3>
    <Milestones order={order} milestones={money.milestones} />
    <h3 className="pt-1 text-sm">{moneyWords.payments}</h3>
    <Payments payments={money.payments} />
    {money.refunds.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{moneyWords.refunds}</h3>
        <Refunds refunds={money.refunds} />
      </>
    )}
    {money.disputes.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{moneyWords.disputes}</h3>
        <Disputes disputes={money.disputes} />
      </>
    )}
    <Ledger
      title={moneyWords.entries}
      entries={money.entries}
      balanceCents={money.balance_cents}
      tellTime={dayAndTimeOf}
    />
  </>
);

type MilestonesProps = { order: StaffOrder; milestones: readonly Milestone[] };

/** The three milestones, with the button that makes the next one due. */
function Milestones({ order, milestones }: MilestonesProps) {
  if (milestones.length === 0) return <p className="text-quiet">{moneyWords.noMilestones}</p>;
  return (
    <Lines>
      {milestones.map((milestone) => (
        <Line
          key={milestone.kind}
          title={moneyWords.kinds[milestone.kind]}
          facts={<Fact>{milestoneFacts(milestone)}</Fact>}
        >
          <Badge tone={milestoneTones[milestone.status]}>
            {moneyWords.milestoneStates[milestone.status]}
          </Badge>
          {milestone.status === "waiting" && <Reach order={order} kind={milestone.kind} />}
        </Line>
      ))}
    </Lines>
  );
}

function Reach({ order, kind }: { order: StaffOrder; kind: Milestone["kind"] }) {
  const open = useOpenDialog();
  if (kind === "acceptance") return null;
  return (
    <ActionButton
      needs="reach_milestones"
      notNow={disabledReason(order, kind === "equipment" ? "mark_equipment" : "mark_installed")}
      onClick={() => open({ is: "reach", kind })}
    >
      {moneyWords.reach[kind]}
    </ActionButton>
  );
}

function milestoneFacts({ percent, amount_cents, due_cents, due_at, status }: Milestone): string {
  const share = moneyWords.share(percent, dollarsAndCents(amount_cents));
  if (status !== "due") return share;
  return `${share} · ${moneyWords.due(dollarsAndCents(due_cents), due_at && shortDay(dayOf(due_at)))}`;
}

/** Payments, each with a button to refund it in whole or in part. */
function Payments({ payments }: { payments: readonly StaffPayment[] }) {
  const open = useOpenDialog();
  if (payments.length === 0) return <p className="text-quiet">{moneyWords.noPayments}</p>;
  return (
    <Lines>
      {payments.map((payment) => (
        <Line
          key={payment.id}
          title={`${moneyWords.purposes[payment.purpose]}, ${dollarsAndCents(payment.amount_cents)}`}
          facts={<Fact>{paymentFacts(payment)}</Fact>}
        >
          {payment.is_disputed && <Badge tone="danger">{moneyWords.disputed}</Badge>}
          <Badge tone={paymentTones[payment.status]}>
            {moneyWords.paymentStates[payment.status]}
          </Badge>
          {(payment.status === "paid" || payment.status === "returned") && (
            <ActionButton
              needs="refund"
              notNow={payment.left_cents > 0 ? null : moneyWords.nothingLeft}
              onClick={() => open({ is: "refund", payment })}
            >
              {moneyWords.refund}
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
}: StaffPayment): string {
  return [
    moneyWords.methods[method],
    surcharge_cents > 0 && moneyWords.withSurcharge(dollarsAndCents(surcharge_cents)),
    refunded_cents > 0 && moneyWords.refundedSoFar(dollarsAndCents(refunded_cents)),
    disputed_cents > 0 && moneyWords.takenSoFar(dollarsAndCents(disputed_cents)),
  ]
    .filter(Boolean)
    .join(" · ");
}

function Refunds({ refunds }: { refunds: readonly StaffRefund[] }) {
  const open = useOpenDialog();
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
              {refund.provider_ref && <Fact>{moneyWords.providerRef(refund.provider_ref)}</Fact>}
              {canGoAgain(refund) && refund.last_error && (
                <Fact>{moneyWords.failedBecause(refund.last_error)}</Fact>
              )}
            </>
          }
        >
          <Badge tone={refundTones[refund.status]}>{moneyWords.refundStates[refund.status]}</Badge>
          {canGoAgain(refund) && (
            <ActionButton needs="refund" onClick={() => open({ is: "retry", refund })}>
              {moneyWords.retry}
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
        title={moneyWords.disputeOf(dollarsAndCents(dispute.amount_cents), plain(dispute.reason))}
        facts={
          <>
            <Fact>{disputeFacts(dispute)}</Fact>
            <Fact>{moneyWords.providerRef(dispute.provider_ref)}</Fact>
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
    moneyWords.openedOn(dayAndTimeOf(opened_at)),
    is_open && respond_by && moneyWords.respondBy(dayAndTimeOf(respond_by)),
    closed_at && moneyWords.closedOn(dayAndTimeOf(closed_at)),
    taken_cents > 0 && moneyWords.bankHolds(dollarsAndCents(taken_cents)),
  ]
    .filter(Boolean)
    .join(" · ");
}
