import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { type Board, staffBoard, type Technician } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormCheckbox, FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { jobOfTechnician } from "./board-cells.ts";
import { SmallButton } from "./board-table.tsx";
import { useBoardDrag, useDraggable } from "./drag.tsx";
import { useBoardRefresh } from "./use-board.ts";

type TechniciansTrayProps = {
  board: Board;
  /** Null for a role that may only read. */
  onPerson: ((person: Technician | "new") => void) | null;
};

const HINT = "text-xs leading-[1.4] text-quiet";

/** Technicians, with the days on which they already lead a job. */
export function TechniciansTray({ board, onPerson }: TechniciansTrayProps) {
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
        {onPerson && (
          <Button
            variant="outline"
            size="sm"
            aria-label={m.staff_board_add_technician()}
            onClick={() => onPerson("new")}
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
            <Person board={board} technician={one} onPerson={onPerson} />
          </li>
        ))}
      </ul>
      {onPerson && technicians.length > 0 && (
        <p className={HINT}>{m.staff_board_technicians_hint()}</p>
      )}
    </aside>
  );
}

type PersonProps = Omit<TechniciansTrayProps, "board"> & { board: Board; technician: Technician };

function Person({ board, technician, onPerson }: PersonProps) {
  const { name, phone, is_active } = technician;
  const led = board.days.map((day) => ({ day: day.day, job: jobOfTechnician(technician, day) }));
  const jobs = led.filter(({ job }) => job).length;
  const { dragged } = useBoardDrag();
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
      <p className="flex flex-wrap items-center gap-x-1.5">
        <span className="inline-flex gap-0.5" aria-hidden="true">
          {led.map(({ day, job }) => (
            <span
              className={`grid size-4 place-items-center rounded-[3px] text-[0.625rem] leading-none ${
                job ? "bg-action font-bold text-action-ink" : "bg-surface-sunken text-quiet"
              }`}
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
      {onPerson && (
        <SmallButton
          className="absolute end-1 top-1"
          aria-label={m.staff_board_edit_of({ name })}
          onClick={() => onPerson(technician)}
        >
          {m.staff_board_edit()}
        </SmallButton>
      )}
      {beside}
    </div>
  );
}

type TechnicianDialogProps = { person: Technician | "new" | null; onClose: () => void };

/** Add a technician, change a phone number, or deactivate someone who has left. */
export function TechnicianDialog({ person, onClose }: TechnicianDialogProps) {
  const technician = person === "new" ? null : person;
  return (
    <Modal
      open={person !== null}
      onClose={onClose}
      title={
        technician
          ? m.staff_board_technician_change_title({ name: technician.name })
          : m.staff_board_technician_add_title()
      }
    >
      {person && <PersonForm technician={technician} onDone={onClose} />}
    </Modal>
  );
}

const NOBODY = { name: "", phone: "", is_active: true };
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
  is_active: v.boolean(),
});

function PersonForm({ technician, onDone }: { technician: Technician | null; onDone: () => void }) {
  const toast = useToast();
  const refreshBoard = useBoardRefresh();
  const { name, phone, is_active } = technician ?? NOBODY;
  const form = useForm({
    resolver: valibotResolver(personSchema),
    defaultValues: { name, phone, is_active },
  });
  const { control, handleSubmit } = form;
  const { mutate, isPending, error } = useMutation({
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
    <form
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit((person) => mutate(person))}
      noValidate
    >
      <FormTextField
        control={control}
        name="name"
        size="sm"
        label={m.staff_board_technician_name()}
        maxLength={100}
        autoComplete="off"
      />
      <FormTextField
        control={control}
        name="phone"
        size="sm"
        label={m.staff_board_technician_phone()}
        type="tel"
        maxLength={40}
        autoComplete="off"
        hint={m.staff_board_technician_hint()}
      />
      {technician && (
        <FormCheckbox
          control={control}
          name="is_active"
          label={m.staff_board_technician_active()}
        />
      )}
      {error !== null && <StaffProblem problem={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel={m.staff_board_technician_saving()}>
          {technician ? m.staff_board_technician_save() : m.staff_board_technician_add()}
        </Button>
      </div>
    </form>
  );
}

const save = (
  technician: Technician | null,
  { name, phone, is_active }: v.InferOutput<typeof personSchema>,
) =>
  technician
    ? staffBoard.correctTechnician({ id: technician.id, name, phone, is_active })
    : staffBoard.addTechnician({ name, phone });
