import type { StaffMoney, StaffOrder } from "#api/staff-orders.ts";
import { Ledger } from "#features/milestones/ledger.tsx";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Panel } from "#ui/panel.tsx";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderMoney } from "../actions/use-order.ts";
import { moneyWords as words } from "./copy.ts";
import { Disputes } from "./disputes.tsx";
import { Milestones } from "./milestones.tsx";
import { Payments } from "./payments.tsx";
import { Refunds } from "./refunds.tsx";

export function MoneyPart({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <Panel size="sm" id="money" title={words.title}>
      <LoadedPart query={moneyQuery}>
        {(money) => <Account order={order} money={money} />}
      </LoadedPart>
    </Panel>
  );
}

const Account = ({ order, money }: { order: StaffOrder; money: StaffMoney }) => (
  <>
    <h3 className="pt-1 text-sm">{words.milestones}</h3>
    <Milestones order={order} milestones={money.milestones} />
    <h3 className="pt-1 text-sm">{words.payments}</h3>
    <Payments payments={money.payments} />
    {money.refunds.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{words.refunds}</h3>
        <Refunds refunds={money.refunds} />
      </>
    )}
    {money.disputes.length > 0 && (
      <>
        <h3 className="pt-1 text-sm">{words.disputes}</h3>
        <Disputes disputes={money.disputes} />
      </>
    )}
    <Ledger
      title={words.entries}
      entries={money.entries}
      balanceCents={money.balance_cents}
      tellTime={dayAndTimeOf}
    />
  </>
);
