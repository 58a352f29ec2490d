import type { Board, Technician } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { jobOfTechnician } from "../board-cells.ts";
import { boardWords as words } from "../copy.ts";
import type { DragState } from "../drag-state.ts";
import { SmallButton } from "../small-button.tsx";

type TechniciansTrayProps = {
  board: Board;
  dragState: DragState;
  /** Null for a role that may only read. */
  onPerson: ((person: Technician | "new") => void) | null;
};

const HINT = "text-xs leading-[1.4] text-quiet";

/** Technicians, with the days on which they already lead a job. */
export function TechniciansTray({ board, dragState, onPerson }: TechniciansTrayProps) {
  const { technicians } = board;
  return (
    <aside
      className="grid gap-2 rounded-sm border border-line bg-surface px-4 pt-2 pb-4"
      aria-labelledby="people"
    >
      <header className="flex items-center justify-between gap-2">
        <h2 className="text-sm" id="people">
          {words.technicians}
        </h2>
        {onPerson && (
          <Button
            variant="outline"
            size="sm"
            aria-label={words.addTechnician}
            onClick={() => onPerson("new")}
          >
            <Icon name="plus" size="sm" />
            {words.add}
          </Button>
        )}
      </header>
      {technicians.length === 0 && <p className={HINT}>{words.noTechnicians}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-1.5">
        {technicians.map((one) => (
          <li key={one.id}>
            <Person board={board} technician={one} dragState={dragState} onPerson={onPerson} />
          </li>
        ))}
      </ul>
      {onPerson && technicians.length > 0 && <p className={HINT}>{words.techniciansHint}</p>}
    </aside>
  );
}

type PersonProps = Omit<TechniciansTrayProps, "board"> & { board: Board; technician: Technician };

function Person({ board, technician, dragState, onPerson }: PersonProps) {
  const { name, phone, is_active } = technician;
  const led = board.days.map((day) => ({ day: day.day, job: jobOfTechnician(technician, day) }));
  const jobs = led.filter(({ job }) => job).length;
  const lifted = is_active ? dragState.lift?.({ kind: "technician", technician }) : undefined;
  return (
    <div
      className={`relative rounded-sm border border-line py-1.5 ps-2 pe-11 text-xs leading-[1.4] select-none ${
        is_active ? "bg-surface-raised" : "border-dashed bg-surface-sunken"
      } ${lifted && !dragState.dragged ? "cursor-grab" : ""}`}
      data-technician={technician.id}
      onPointerDown={lifted}
    >
      <p className="text-sm font-semibold wrap-anywhere">{name}</p>
      <p className="text-quiet tabular-nums">{is_active ? phone : words.inactive}</p>
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
        <span className="text-quiet tabular-nums">{words.leads(jobs)}</span>
      </p>
      {onPerson && (
        <SmallButton
          className="absolute end-1 top-1"
          aria-label={words.editOf(name)}
          onClick={() => onPerson(technician)}
        >
          {words.edit}
        </SmallButton>
      )}
    </div>
  );
}
