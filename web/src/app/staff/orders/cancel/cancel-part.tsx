import type { StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Panel } from "#ui/panel.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { disabledReason } from "../actions/actions.ts";
import { useOpenDialog } from "../actions/dialogs.ts";
import { Fact } from "../line.tsx";
import { cancelWords as words } from "./copy.ts";

export function CancelPart({ order }: { order: StaffOrder }) {
  const open = useOpenDialog();
  const { cancellation } = order;
  if (cancellation) return <Ended ended={cancellation} />;
  return (
    <Panel size="sm" id="cancel" title={words.title}>
      <p className="text-quiet">{words.lead}</p>
      <ActionButton
        needs="cancel_orders"
        notNow={disabledReason(order, "cancel")}
        variant="destructive"
        onClick={() => open({ is: "cancel" })}
      >
        {words.open}
      </ActionButton>
    </Panel>
  );
}

const Ended = ({ ended }: { ended: NonNullable<StaffOrder["cancellation"]> }) => (
  <Panel size="sm" id="cancel" title={words.ended}>
    <p>
      {words.rules[ended.rule]}
      <Fact>{words.endedBy(ended.cancelled_by, dayAndTimeOf(ended.cancelled_at))}</Fact>
      {ended.reason && <Fact>{words.endedBecause(ended.reason)}</Fact>}
    </p>
    <MoneyLines>
      <MoneyLine name={words.refund} cents={ended.refund_cents} />
      <MoneyLine name={words.kept} cents={ended.kept_cents} />
      {ended.owed_cents > 0 && <MoneyLine name={words.owed} cents={ended.owed_cents} />}
      {ended.on_its_way_cents > 0 && (
        <MoneyLine name={words.onItsWay} cents={ended.on_its_way_cents} />
      )}
    </MoneyLines>
  </Panel>
);
