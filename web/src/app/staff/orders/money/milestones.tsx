import type { Milestone, StaffOrder } from "#api/staff-orders.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { disabledReason } from "../actions/actions.ts";
import { useOpenDialog } from "../actions/dialogs.ts";
import { Fact, Line, Lines } from "../line.tsx";
import { milestoneTones, moneyWords as words } from "./copy.ts";

type MilestonesProps = { order: StaffOrder; milestones: readonly Milestone[] };

/** The three milestones, with the button that makes the next one due. */
export function Milestones({ order, milestones }: MilestonesProps) {
  if (milestones.length === 0) return <p className="text-quiet">{words.noMilestones}</p>;
  return (
    <Lines>
      {milestones.map((milestone) => (
        <Line
          key={milestone.kind}
          title={words.kinds[milestone.kind]}
          facts={<Fact>{factsOf(milestone)}</Fact>}
        >
          <Badge tone={milestoneTones[milestone.status]}>
            {words.milestoneStates[milestone.status]}
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
      {words.reach[kind]}
    </ActionButton>
  );
}

function factsOf({ percent, amount_cents, due_cents, due_at, status }: Milestone): string {
  const share = words.share(percent, dollarsAndCents(amount_cents));
  if (status !== "due") return share;
  return `${share} · ${words.due(dollarsAndCents(due_cents), due_at && shortDay(dayOf(due_at)))}`;
}
