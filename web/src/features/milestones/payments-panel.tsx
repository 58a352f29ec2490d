import { type Money, type RefundState, useMoney } from "#api/my-booking.ts";
import { milestonesInWords } from "#business/terms.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Loaded } from "#ui/loaded.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Ledger } from "./ledger.tsx";
import { MilestoneCard } from "./milestone-card.tsx";

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
  return (
    <>
      <Balance cents={money.balance_cents - money.disputed_cents} />
      {!isOver && (
        <p className="text-base text-quiet">
          {milestones.length === 0
            ? m.milestones_not_yet({ milestonesInWords })
            : m.milestones_lead()}
        </p>
      )}
      {milestones.length > 0 && (
        <ol className="grid gap-3">
          {milestones.map((milestone) => (
            <MilestoneCard key={milestone.kind} {...{ milestone, methods, onOpened, onRefused }} />
          ))}
        </ol>
      )}
      <MoneyLines>
        <MoneyLine name={m.milestones_total()} cents={money.total_cents} />
        <MoneyLine name={m.milestones_paid_so_far()} cents={money.paid_cents} />
        {money.disputed_cents > 0 && (
          <MoneyLine
            name={m.milestones_disputed()}
            note={m.milestones_disputed_note()}
            cents={money.disputed_cents}
          />
        )}
      </MoneyLines>
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

function Balance({ cents }: { cents: number }) {
  if (cents === 0) return <p className="font-semibold">{m.milestones_settled()}</p>;
  return (
    <p className="grid tabular-nums">
      <span className="text-sm text-quiet">
        {cents > 0 ? m.milestones_owed() : m.milestones_in_credit()}
      </span>
      <strong className="text-3xl leading-[1.1] font-semibold tracking-[-0.03em]">
        {dollarsAndCents(Math.abs(cents))}
      </strong>
    </p>
  );
}

function Refunds({ refunds }: { refunds: readonly RefundState[] }) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-title">
      <h3 className="text-base" id="refunds-title">
        {m.milestones_refunds()}
      </h3>
      <MoneyLines>
        {refunds.map(({ at, amount_cents, status, reason }) => (
          <MoneyLine
            key={`${at} ${amount_cents} ${reason}`}
            name={m.milestones_refund_states({ status })}
            note={`${shortDay(dayOf(at))}${reason && `, ${reason}`}`}
            cents={amount_cents}
          />
        ))}
      </MoneyLines>
    </section>
  );
}
