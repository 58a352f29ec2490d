import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { BoardDay, OrderStatus, StaffOrder, Technician } from "#api/staff-orders.ts";
import { finishOf } from "#business/half-days.ts";
import { windowNames } from "#business/windows.ts";
import { dayAndTimeOf, longDay, shortDay, timeOf } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { NotInRole } from "../session/me.tsx";
import { useTold } from "../session/told.ts";
import { FormSelect, FormTextField } from "../shell/form.tsx";
import { ActionDialog, drafts, type OrderDialogProps, useOrderAction } from "./order-action.tsx";
import { ActionButton, Chip, disabledReason, Fact, LoadedPart, Term } from "./parts.tsx";

type Visit = NonNullable<StaffOrder["appointment"]>;

// No visit to change any more.
const OVER = new Set<OrderStatus>(["completed", "cancelled"]);

export function VisitPart({ order }: { order: StaffOrder }) {
  const { appointment: visit } = order;
  if (!visit)
    return (
      <Panel size="sm" id="visit" title={m.staff_visit_title()}>
        <p className="text-quiet">{m.staff_visit_none()}</p>
      </Panel>
    );
  return (
    <Panel
      size="sm"
      id="visit"
      title={m.staff_visit_title()}
      badge={
        order.status === "completed" ? (
          <Badge tone="success">{m.staff_visit_over()}</Badge>
        ) : (
          <Badge tone={visitTones[visit.status]}>
            {m.staff_visit_states({ status: visit.status })}
          </Badge>
        )
      }
    >
      <Facts visit={visit} isOver={OVER.has(order.status)} />
      {!OVER.has(order.status) && (
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            needs="schedule"
            notNow={disabledReason(order, "assign_technician")}
            opens={{ is: "technician" }}
          >
            {visit.technician ? m.staff_visit_change() : m.staff_visit_assign()}
          </ActionButton>
          <ActionButton
            needs="schedule"
            notNow={disabledReason(order, "move")}
            opens={{ is: "move" }}
          >
            {m.staff_visit_move()}
          </ActionButton>
          <NotInRole needs={["schedule"]} />
        </div>
      )}
    </Panel>
  );
}

const Facts = ({ visit, isOver }: { visit: Visit; isOver: boolean }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-2">
    <Term name={m.staff_visit_day()}>{longDay(visit.day)}</Term>
    <Term name={m.staff_visit_arrival()}>
      {windowNames[visit.time_window]}, {timeOf(visit.start_at)} – {timeOf(visit.end_at)}
      {!isOver && finishOf(visit) && <Fact>{finishOf(visit)}</Fact>}
      {visit.hold_expires_at && (
        <Fact>{m.staff_visit_held_until({ when: dayAndTimeOf(visit.hold_expires_at) })}</Fact>
      )}
    </Term>
    <Term name={m.staff_visit_technician()}>
      {visit.technician ? (
        <>
          {visit.technician.name}{" "}
          <a href={telHref(visit.technician.phone)}>{formatPhone(visit.technician.phone)}</a>
        </>
      ) : (
        m.staff_unassigned()
      )}
    </Term>
  </dl>
);

type Window = keyof typeof windowNames;

const WINDOWS = (Object.keys(windowNames) as Window[]).map((value) => ({
  value,
  label: windowNames[value],
}));

type VisitDialogProps = OrderDialogProps & { visit: Visit };

const moveSchema = v.object({
  day: v.pipe(v.string(), v.nonEmpty(m.staff_day_required())),
  time_window: v.picklist(["morning", "afternoon"]),
  reason: v.pipe(v.string(), v.trim()),
});

export function MoveDialog({ order, visit, onClose, onDone }: VisitDialogProps) {
  const told = useTold();
  const draftKey = `move ${order.id}`;
  const form = useForm({
    resolver: valibotResolver(moveSchema),
    defaultValues: { day: "", time_window: visit.time_window, reason: "", ...drafts.get(draftKey) },
  });
  const { control, getValues, handleSubmit } = form;
  const [day, window] = useWatch({ control, name: ["day", "time_window"] });
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/appointments/{appointment_id}/move",
    {
      onDone: () => onDone(m.staff_visit_moved({ day: shortDay(day) })),
      form,
      draftKey,
    },
  );
  const slot = (on: string, at: Window) => `${shortDay(on)}, ${windowNames[at].toLowerCase()}`;

  return (
    <ActionDialog
      {...state}
      title={m.staff_visit_move_title()}
      onClose={onClose}
      consequence={
        day
          ? `${moveConsequence(slot(day, window), visit.technician?.name)} ${told(order)}`
          : m.staff_visit_move_unclear()
      }
      confirm={day ? m.staff_visit_move_to({ day: shortDay(day) }) : m.staff_visit_move()}
      onTyped={() => drafts.set(draftKey, { reason: getValues("reason") })}
      onConfirm={handleSubmit((slot) =>
        run((if_version) => ({
          path: { appointment_id: visit.id },
          body: { ...slot, if_version },
        })),
      )}
    >
      <p>{m.staff_visit_move_lead({ now: slot(visit.day, visit.time_window) })}</p>
      <DayChooser
        day={day}
        window={window}
        error={form.formState.errors.day?.message}
        onDay={(day) => form.setValue("day", day, { shouldValidate: form.formState.isSubmitted })}
      />
      <FormSelect
        control={control}
        name="time_window"
        size="sm"
        label={m.staff_visit_window_title()}
        options={WINDOWS}
      />
      <FormTextField
        control={control}
        name="reason"
        size="sm"
        label={m.staff_visit_move_reason()}
        hint={m.staff_visit_move_reason_hint()}
        maxLength={100}
      />
    </ActionDialog>
  );
}

const WEEKS = 6;
const CHIPS = 8;

type DayChooserProps = {
  day: string;
  window: Window;
  error: string | undefined;
  onDay: (day: string) => void;
};

/** A day with a free crew: one of the next ones, or any other by date. */
function DayChooser({ day, window, error, onDay }: DayChooserProps) {
  const board = useStaffQuery(staffKeys.board.coming(WEEKS), "/api/staff/board", {
    query: { days: WEEKS * 7 },
  });
  return (
    <LoadedPart query={board}>
      {({ days, today }) => (
        <>
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="text-sm leading-[1.4] font-semibold">
              {m.staff_visit_free_days()}
            </legend>
            {days
              .filter((one) => one.day > today && !one.is_weekday_off && freeOn(one, window) > 0)
              .slice(0, CHIPS)
              .map((one) => (
                <Chip key={one.day} isChosen={one.day === day} onClick={() => onDay(one.day)}>
                  {shortDay(one.day)}
                </Chip>
              ))}
          </fieldset>
          <TextField
            size="sm"
            label={m.staff_visit_other_day()}
            name="day"
            type="date"
            min={today}
            value={day}
            onChange={onDay}
            hint={hintOf(
              days.find((one) => one.day === day),
              window,
            )}
            error={error}
          />
        </>
      )}
    </LoadedPart>
  );
}

const roomOf = ({ windows }: BoardDay, window: Window) =>
  windows.find((one) => one.window === window);

const freeOn = (day: BoardDay, window: Window): number => roomOf(day, window)?.crews_left ?? 0;

function hintOf(day: BoardDay | undefined, window: Window): string | undefined {
  if (!day) return undefined;
  if (day.crews === 0)
    return day.reason ? m.staff_visit_closed_for({ reason: day.reason }) : m.staff_visit_closed();
  const free = freeOn(day, window);
  const room = roomOf(day, window);
  if (room?.reason && room.because_of !== day.day)
    return m.staff_visit_unfinished({ day: shortDay(room.because_of) });
  if (free <= 0) return m.staff_visit_full();
  return day.is_weekday_off
    ? m.staff_visit_free_on_day_off({ count: free })
    : m.staff_visit_free({ count: free });
}

const NO_TECHNICIAN = "nobody";

const technicianSchema = v.object({
  technician_id: v.pipe(v.string(), v.nonEmpty(m.staff_visit_choose_required())),
});

/** Assign a technician; the customer is notified. */
export function TechnicianDialog({ order, visit, onClose, onDone }: VisitDialogProps) {
  const told = useTold();
  const technicians = useStaffQuery(
    staffKeys.board.technicians,
    "/api/staff/board",
    { query: { days: 1 } },
    { select: (board) => board.technicians.filter(({ is_active }) => is_active) },
  );
  const form = useForm({
    resolver: valibotResolver(technicianSchema),
    defaultValues: { technician_id: "" },
  });
  const { control, handleSubmit } = form;
  const chosen = useWatch({ control, name: "technician_id" });
  const technician = technicians.data?.find(({ id }) => id === chosen) ?? null;
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/appointments/{appointment_id}/technician",
    {
      onDone: () =>
        onDone(
          technician
            ? m.staff_visit_assigned({ technician: technician.name })
            : m.staff_visit_unassigned(),
        ),
      form,
    },
  );

  return (
    <ActionDialog
      {...state}
      title={m.staff_visit_assign_title()}
      onClose={onClose}
      consequence={consequenceOf(visit, chosen, technician, told(order))}
      confirm={m.staff_visit_assign_do()}
      onConfirm={handleSubmit(() =>
        run((if_version) => ({
          path: { appointment_id: visit.id },
          body: { technician_id: technician?.id ?? null, if_version },
        })),
      )}
    >
      <LoadedPart query={technicians}>
        {(all) =>
          all.length === 0 ? (
            <p>{m.staff_visit_no_technicians()}</p>
          ) : (
            <FormSelect
              control={control}
              name="technician_id"
              size="sm"
              label={m.staff_visit_technician()}
              options={optionsOf(all, visit.technician !== null)}
            />
          )
        }
      </LoadedPart>
    </ActionDialog>
  );
}

const optionsOf = (all: readonly Technician[], hasOne: boolean) => [
  { value: "", label: m.staff_visit_choose() },
  ...all.map(({ id, name, phone }) => ({ value: id, label: `${name}, ${formatPhone(phone)}` })),
  ...(hasOne ? [{ value: NO_TECHNICIAN, label: m.staff_unassigned() }] : []),
];

function consequenceOf(
  visit: Visit,
  chosen: string,
  technician: Technician | null,
  told: string,
): string {
  if (technician) {
    const { name, phone } = technician;
    const words = m.staff_visit_assign_consequence({
      technician: name,
      phone: formatPhone(phone),
    });
    return `${words} ${told}`;
  }
  if (chosen === NO_TECHNICIAN && visit.technician)
    return m.staff_visit_unassign_consequence({ technician: visit.technician.name });
  return m.staff_visit_assign_unclear();
}

const moveConsequence = (slot: string, technician?: string): string =>
  technician
    ? m.staff_visit_move_consequence_technician({ slot, technician })
    : m.staff_visit_move_consequence({ slot });

const visitTones = {
  held: "warning",
  confirmed: "success",
  expired: "danger",
  cancelled: "quiet",
  needs_new_date: "danger",
} satisfies Record<NonNullable<StaffOrder["appointment"]>["status"], BadgeTone>;
