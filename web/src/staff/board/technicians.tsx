import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { callStaff } from "#api/staff-calls.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import {
  FormCheckbox,
  FormPhoneField,
  FormSelect,
  FormTextField,
  showProblem,
} from "../shell/form.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { daysOffOn, jobOfTechnician } from "./board-cells.ts";
import { useBoardState, useDraggable } from "./board-context.tsx";
import { SmallButton } from "./board-table.tsx";
import type { Technician } from "./board-types.ts";
import { DaysOffPart, daysOffInWords } from "./days-off.tsx";
import { useBoardRefresh } from "./use-board.ts";

const HINT = "text-xs leading-[1.4] text-quiet";

/** Technicians, with the days on which they already lead a job. */
export function TechniciansTray() {
  const { board, canSchedule, open } = useBoardState();
  const { technicians } = board;
  return (
    <aside
      className="grid gap-2 rounded-sm border border-line bg-surface px-4 pt-2 pb-4"
      aria-labelledby="people"
    >
      <header className="flex items-center justify-between gap-2">
        <h2 className="text-sm" id="people">
          {m.staff_board_technicians()}
        </h2>
        {canSchedule && (
          <Button
            variant="outline"
            size="sm"
            aria-label={m.staff_board_add_technician()}
            onClick={() => open({ is: "technician", technician: null })}
          >
            <Icon name="plus" size="sm" />
            {m.staff_board_add()}
          </Button>
        )}
      </header>
      {technicians.length === 0 && <p className={HINT}>{m.staff_board_no_technicians()}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-1.5">
        {technicians.map((one) => (
          <li key={one.id}>
            <Person technician={one} />
          </li>
        ))}
      </ul>
      {canSchedule && technicians.length > 0 && (
        <p className={HINT}>{m.staff_board_technicians_hint()}</p>
      )}
      {canSchedule && (
        <Button variant="outline" size="sm" onClick={() => open({ is: "calendars" })}>
          {m.staff_feeds_title()}
        </Button>
      )}
    </aside>
  );
}

function Person({ technician }: { technician: Technician }) {
  const { board, canSchedule, dragged, open } = useBoardState();
  const { name, phone, license_number, is_active, days_off } = technician;
  const led = board.days.map((day) => ({
    day: day.day,
    job: jobOfTechnician(technician, day),
    isOff: daysOffOn(technician, day.day) !== undefined,
  }));
  const first = board.days[0]?.day ?? board.today;
  const last = board.days.at(-1)?.day ?? board.today;
  const shownOff = days_off.filter((days) => days.first_day <= last && days.last_day >= first);
  // A job that ends on the next morning is one job.
  const jobs = new Set(led.flatMap(({ job }) => job?.order_id ?? [])).size;
  const { dragProps, beside, isDraggable } = useDraggable(
    { kind: "technician", technician },
    is_active,
  );
  return (
    <div
      className={`relative rounded-sm border border-line py-1.5 ps-2 pe-11 text-xs leading-[1.4] select-none ${
        is_active ? "bg-surface-raised" : "border-dashed bg-surface-sunken"
      } ${isDraggable && !dragged ? "cursor-grab" : ""}`}
      data-technician={technician.id}
      {...dragProps}
    >
      <p className="text-sm font-semibold wrap-anywhere">{name}</p>
      <p className="text-quiet tabular-nums">{is_active ? phone : m.staff_board_inactive()}</p>
      {license_number && (
        <p className="text-quiet">{m.staff_board_license({ number: license_number })}</p>
      )}
      <p className="flex flex-wrap items-center gap-x-1.5">
        <span className="inline-flex gap-0.5" aria-hidden="true">
          {led.map(({ day, job, isOff }) => (
            <span
              className={`grid size-4 place-items-center rounded-[3px] text-[0.625rem] leading-none ${
                job ? "bg-action font-bold text-action-ink" : "bg-surface-sunken text-quiet"
              } ${isOff ? "line-through" : ""}`}
              title={`${weekdayInitials(day)} ${dayOfMonth(day)}`}
              key={day}
            >
              {weekdayInitials(day).charAt(0)}
            </span>
          ))}
        </span>
        <span className="text-quiet tabular-nums">
          {jobs === 0 ? m.staff_board_leads_none() : m.staff_board_leads({ count: jobs })}
        </span>
      </p>
      {shownOff.length > 0 && (
        <p className="font-medium text-warning">
          {m.staff_board_off({ days: shownOff.map(daysOffInWords).join(", ") })}
        </p>
      )}
      {canSchedule && (
        <SmallButton
          className="absolute end-1 top-1"
          aria-label={m.staff_board_edit_of({ name })}
          onClick={() => open({ is: "technician", technician })}
        >
          {m.staff_board_edit()}
        </SmallButton>
      )}
      {beside}
    </div>
  );
}

type TechnicianDialogProps = {
  open: { technician: Technician | null } | null;
  onClose: () => void;
};

/** Add a technician, change their data or days off, or deactivate someone who has left. */
export function TechnicianDialog({ open, onClose }: TechnicianDialogProps) {
  const { technicians } = useBoardState().board;
  const opened = open?.technician ?? null;
  const technician = technicians.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <Modal
      open={open !== null}
      onClose={onClose}
      title={
        technician
          ? m.staff_board_technician_change_title({ name: technician.name })
          : m.staff_board_technician_add_title()
      }
    >
      {open && <PersonForm technician={technician} onDone={onClose} />}
      {technician && <DaysOffPart technician={technician} />}
    </Modal>
  );
}

const NOBODY = { name: "", phone: "", license_number: "", is_active: true, user_id: null };
const FEWEST_DIGITS = 10;

const personSchema = v.object({
  name: requiredText(m.staff_board_technician_name_missing()),
  phone: v.pipe(
    v.string(),
    v.check(
      (phone) => phone.replace(/\D/g, "").length >= FEWEST_DIGITS,
      m.staff_board_technician_phone_missing(),
    ),
  ),
  license_number: v.pipe(v.string(), v.trim()),
  is_active: v.boolean(),
  user_id: v.string(),
});

function PersonForm({ technician, onDone }: { technician: Technician | null; onDone: () => void }) {
  const toast = useToast();
  const refreshBoard = useBoardRefresh();
  const { board } = useBoardState();
  const { name, phone, license_number, is_active, user_id } = technician ?? NOBODY;
  const form = useForm({
    resolver: valibotResolver(personSchema),
    defaultValues: { name, phone, license_number, is_active, user_id: user_id ?? "" },
  });
  const { control, handleSubmit } = form;
  const saving = useMutation({
    mutationFn: (person: v.InferOutput<typeof personSchema>) => save(technician, person),
    onSuccess: ({ name }) => {
      toast({
        title: technician
          ? m.staff_board_technician_saved({ name })
          : m.staff_board_technician_added({ name }),
        tone: "success",
      });
      void refreshBoard();
      onDone();
    },
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <SendForm
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit((person) => saving.mutate(person))}
      sending={saving}
      confirm={technician ? m.staff_board_technician_save() : m.staff_board_technician_add()}
      busyLabel={m.staff_board_technician_saving()}
    >
      <FormTextField
        control={control}
        name="name"
        size="sm"
        label={m.staff_board_technician_name()}
        maxLength={100}
        autoComplete="off"
      />
      <FormPhoneField
        control={control}
        name="phone"
        size="sm"
        label={m.staff_board_technician_phone()}
        autoComplete="off"
        hint={m.staff_board_technician_hint()}
      />
      <FormTextField
        control={control}
        name="license_number"
        size="sm"
        label={m.staff_board_technician_license()}
        hint={m.staff_board_technician_license_hint()}
        maxLength={40}
        autoComplete="off"
      />
      {technician && (
        <>
          <FormSelect
            control={control}
            name="user_id"
            size="sm"
            label={m.staff_board_technician_account()}
            hint={m.staff_board_technician_account_hint({ path: paths.crew })}
            options={[
              { value: "", label: m.staff_board_technician_no_account() },
              ...board.technician_users.map(({ id, email }) => ({ value: id, label: email })),
            ]}
          />
          <FormCheckbox
            control={control}
            name="is_active"
            label={m.staff_board_technician_active()}
          />
        </>
      )}
    </SendForm>
  );
}

function save(
  technician: Technician | null,
  { name, phone, license_number, ...account }: v.InferOutput<typeof personSchema>,
) {
  // Sent only when it changes: the release before does not know it.
  const license = license_number === (technician?.license_number ?? "") ? {} : { license_number };
  return technician
    ? callStaff("patch", "/api/staff/technicians/{technician_id}", {
        path: { technician_id: technician.id },
        body: { name, phone, ...license, ...account },
      })
    : callStaff("post", "/api/staff/technicians", { body: { name, phone, ...license } });
}
