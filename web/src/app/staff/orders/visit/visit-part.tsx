import type { OrderStatus, StaffOrder } from "#api/staff-orders.ts";
import { windowNames } from "#business/windows.ts";
import { dayAndTimeOf, longDay, timeOf } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { disabledReason } from "../actions/actions.ts";
import { useOpenDialog } from "../actions/dialogs.ts";
import { Fact, Term } from "../line.tsx";
import { visitTones, visitWords as words } from "./copy.ts";

type Visit = NonNullable<StaffOrder["appointment"]>;

// No visit to change any more.
const OVER = new Set<OrderStatus>(["completed", "cancelled"]);

export function VisitPart({ order }: { order: StaffOrder }) {
  const { appointment: visit } = order;
  const open = useOpenDialog();
  if (!visit)
    return (
      <Panel size="sm" id="visit" title={words.title}>
        <p className="text-quiet">{words.none}</p>
      </Panel>
    );
  return (
    <Panel
      size="sm"
      id="visit"
      title={words.title}
      badge={<Badge tone={visitTones[visit.status]}>{words.states[visit.status]}</Badge>}
    >
      <Facts visit={visit} />
      {!OVER.has(order.status) && (
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            needs="schedule"
            notNow={disabledReason(order, "assign_technician")}
            onClick={() => open({ is: "technician" })}
          >
            {visit.technician ? words.change : words.assign}
          </ActionButton>
          <ActionButton
            needs="schedule"
            notNow={disabledReason(order, "move")}
            onClick={() => open({ is: "move" })}
          >
            {words.move}
          </ActionButton>
        </div>
      )}
    </Panel>
  );
}

const Facts = ({ visit }: { visit: Visit }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-2">
    <Term name={words.day}>{longDay(visit.day)}</Term>
    <Term name={words.arrival}>
      {windowNames[visit.time_window]}, {timeOf(visit.start_at)} – {timeOf(visit.end_at)}
      {visit.hold_expires_at && <Fact>{words.heldUntil(dayAndTimeOf(visit.hold_expires_at))}</Fact>}
    </Term>
    <Term name={words.technician}>
      {visit.technician ? (
        <>
          {visit.technician.name}{" "}
          <a href={telHref(visit.technician.phone)}>{formatPhone(visit.technician.phone)}</a>
        </>
      ) : (
        words.nobody
      )}
    </Term>
  </dl>
);
