import { lazy, Suspense, useState } from "react";
import {
  feeReceipt,
  type Milestone,
  type Money,
  type RefundState,
  useMoney,
} from "#api/my-booking.ts";
import { feeCreditDays, feeName } from "#business/terms.ts";
import { dayOf, longDay, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Ledger } from "./ledger.tsx";

type PaymentsPanelProps = {
  /** No further payment will be due. */
  isOver: boolean;
  onOpened: (url: string) => void;
};

/** Milestones, their payment, and the ledger (PAY-03). */
export function PaymentsPanel({ isOver, onOpened }: PaymentsPanelProps) {
  const query = useMoney();

  return (
    <Panel id="payments" title={m.milestones_title()}>
      <Loaded query={query} loading={m.milestones_loading()} failed={m.milestones_failed()}>
        {(money) => (
          <>
            {money.test_mode && (
              <Notice title={m.payment_test_mode_title()}>{m.payment_test_mode()}</Notice>
            )}
            <Account
              money={money}
              isOver={isOver}
              onOpened={onOpened}
              onRefused={() => void query.refetch()}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

type AccountProps = Pick<PaymentsPanelProps, "isOver" | "onOpened"> & {
  money: Money;
  onRefused: () => void;
};

function Account({ money, isOver, onOpened, onRefused }: AccountProps) {
  const { milestones, methods } = money;
  const due = milestones.filter(({ status }) => status === "due");
  return (
    <>
      <StillToPay money={money} />
      <AccountLines money={money} />
      {!isOver && milestones.length > 0 && <Schedule money={money} />}
      {due.map((milestone) => (
        <DueMilestone key={milestone.kind} {...{ milestone, methods, onOpened, onRefused }} />
      ))}
      {money.has_fee_receipt && (
        <p>
          <a href={feeReceipt()}>{m.milestones_fee_receipt({ fee: feeName })}</a>
        </p>
      )}
      <Refunds refunds={money.refunds} />
      <Ledger
        title={m.milestones_account()}
        entries={money.entries}
        balanceCents={money.balance_cents}
        tellTime={(at) => shortDay(dayOf(at))}
      />
    </>
  );
}

/** What was charged and paid; it sums to what remains. */
function AccountLines({ money }: { money: Money }) {
  const { surcharge_cents, late_fee_cents, other_cents, disputed_cents, refunds } = money;
  const isRefunded = refunds.some(({ status }) => status === "sent");
  return (
    <MoneyLines>
      {!money.is_canceled && <MoneyLine name={m.milestones_total()} cents={money.total_cents} />}
      {surcharge_cents !== 0 && (
        <MoneyLine name={m.milestones_surcharge()} cents={surcharge_cents} />
      )}
      {late_fee_cents !== 0 && <MoneyLine name={m.milestones_late_fee()} cents={late_fee_cents} />}
      {money.retained_credits.map(({ canceled_on, cents }) => (
        <MoneyLine
          key={`${canceled_on} ${cents}`}
          name={m.milestones_kept_credit({ day: longDay(canceled_on) })}
          cents={-cents}
        />
      ))}
      {other_cents !== 0 && (
        <MoneyLine name={otherName(money)} note={m.milestones_other_note()} cents={other_cents} />
      )}
      <MoneyLine
        name={isRefunded ? m.milestones_paid_less_refunds() : m.milestones_paid_so_far()}
        cents={-money.paid_cents}
      />
      {disputed_cents > 0 && (
        <MoneyLine
          name={m.milestones_disputed()}
          note={m.milestones_disputed_note()}
          cents={-disputed_cents}
        />
      )}
      <MoneyLine name={remainingName(money)} cents={money.remaining_cents} size="even" isTotal />
    </MoneyLines>
  );
}

/** The payments, with what was paid before them. */
const Schedule = ({ money: { milestones, credit_cents, milestones_cents } }: { money: Money }) => (
  <section aria-labelledby="schedule-title">
    <h3 className="text-base" id="schedule-title">
      {m.milestones_schedule()}
    </h3>
    <MoneyLines>
      {milestones.map((milestone) => (
        <MoneyLine
          key={milestone.kind}
          name={m.milestones_kinds({ kind: milestone.kind })}
          note={whenToPay(milestone)}
          cents={milestone.amount_cents}
        />
      ))}
      {credit_cents > 0 && (
        <MoneyLine
          name={m.milestones_credit()}
          note={m.milestones_credit_note({ fee: feeName })}
          cents={-credit_cents}
        />
      )}
      <MoneyLine name={m.milestones_all()} cents={milestones_cents} size="even" isTotal />
    </MoneyLines>
  </section>
);

function whenToPay({
  kind,
  percent,
  status,
  days_to_pay,
  due_on,
  transfer_since,
}: Milestone): string {
  if (transfer_since)
    return m.milestones_share_on_its_way({ percent, day: shortDay(dayOf(transfer_since)) });
  if (status === "waiting") return m.milestones_when({ kind, percent, days: days_to_pay });
  if (status === "due" && due_on)
    return m.milestones_share_due_by({ percent, day: longDay(due_on) });
  return m.milestones_share_over({ percent, status });
}

function StillToPay({ money }: { money: Money }) {
  if (money.remaining_cents === 0)
    return (
      <p className="font-semibold">
        {money.is_canceled ? m.milestones_settled_canceled() : m.milestones_settled()}
      </p>
    );
  return (
    <p className="grid tabular-nums">
      <span className="text-sm text-quiet">{remainingName(money)}</span>
      <strong className="text-3xl leading-[1.1] font-semibold tracking-[-0.03em]">
        {dollarsAndCents(Math.abs(money.remaining_cents))}
      </strong>
    </p>
  );
}

function otherName({ is_canceled, retained_as, other_cents }: Money): string {
  if (retained_as === "credit") return m.milestones_kept_as_credit({ days: feeCreditDays });
  if (retained_as === "used") return m.milestones_used_credit();
  if (retained_as === "kept") return m.milestones_kept();
  if (other_cents < 0) return m.milestones_taken_off();
  return is_canceled ? m.milestones_charged() : m.milestones_other();
}

function remainingName({ remaining_cents, refunding_cents }: Money): string {
  if (remaining_cents >= 0) return m.milestones_still_to_pay();
  return refunding_cents > 0 ? m.milestones_on_its_way_back() : m.milestones_in_credit();
}

function Refunds({ refunds }: { refunds: readonly RefundState[] }) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-title">
      <h3 className="text-base" id="refunds-title">
        {m.milestones_refunds()}
      </h3>
      <MoneyLines>
        {refunds.map(({ at, amount_cents, status, reason, is_on_its_way }) => (
          <MoneyLine
            key={`${at} ${amount_cents} ${reason}`}
            name={
              is_on_its_way
                ? m.milestones_refund_on_its_way({ day: shortDay(dayOf(at)) })
                : m.milestones_refund_states({ status })
            }
            note={is_on_its_way ? reason : `${shortDay(dayOf(at))}${reason && `, ${reason}`}`}
            cents={amount_cents}
          />
        ))}
      </MoneyLines>
    </section>
  );
}

const PayMilestone = lazy(async () => {
  const { PayMilestone } = await import("./pay-milestone.tsx");
  return { default: PayMilestone };
});

type DueMilestoneProps = {
  milestone: Milestone;
  methods: Money["methods"];
  onOpened: (url: string) => void;
  onRefused: () => void;
};

/** A milestone that can be paid: its credits and fees, its last day, and the payment. */
function DueMilestone({ milestone, methods, onOpened, onRefused }: DueMilestoneProps) {
  const [isPaying, setPaying] = useState(false);

  return (
    <section className="grid gap-4 rounded-md border border-chosen px-5 py-4 inset-ring inset-ring-chosen">
      <h3 className="text-base leading-[1.4] tracking-normal">
        {m.milestones_kinds({ kind: milestone.kind })}
      </h3>
      <DueLines milestone={milestone} />
      {milestone.transfer_since ? (
        <Notice title={m.milestones_transfer_title()}>
          {m.milestones_transfer_text({ day: shortDay(dayOf(milestone.transfer_since)) })}
        </Notice>
      ) : isPaying ? (
        <Suspense>
          <PayMilestone {...{ milestone, methods, onOpened, onRefused }} />
        </Suspense>
      ) : (
        <Button variant="cta-green" size="lg" onClick={() => setPaying(true)}>
          {m.milestones_pay()}
        </Button>
      )}
    </section>
  );
}

function DueLines({ milestone }: { milestone: Milestone }) {
  const { amount_cents, credit_cents, late_fee_cents, due_cents, due_on, transfer_since } =
    milestone;
  return (
    <>
      <MoneyLines>
        <MoneyLine name={m.milestones_amount()} cents={amount_cents} />
        {credit_cents !== 0 && (
          <MoneyLine
            name={m.milestones_credit()}
            note={m.milestones_credit_note({ fee: feeName })}
            cents={-Math.abs(credit_cents)}
          />
        )}
        {late_fee_cents !== 0 && (
          <MoneyLine
            name={m.milestones_late_fee()}
            note={m.milestones_late_fee_note({ percent: milestone.late_fee_percent })}
            cents={late_fee_cents}
          />
        )}
        <MoneyLine name={m.milestones_to_pay()} cents={due_cents} size="even" isTotal />
      </MoneyLines>
      {due_on && !transfer_since && (
        <p className="text-sm text-quiet">{m.milestones_due_by({ day: longDay(due_on) })}</p>
      )}
    </>
  );
}
