import type { Board, Technician } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { jobOfTechnician } from "../board-cells.ts";
import { boardWords as words } from "../copy.ts";
import type { DragState } from "../drag-state.ts";
import "./people.css";

type TechniciansTrayProps = {
  board: Board;
  dragState: DragState;
  /** Null for a role that may only read. */
  onPerson: ((person: Technician | "new") => void) | null;
};

/** Technicians, with the days on which they already lead a job. */
export function TechniciansTray({ board, dragState, onPerson }: TechniciansTrayProps) {
  const { technicians } = board;
  return (
    <aside className="people" aria-labelledby="people">
      <header className="people__head">
        <h2 className="people__title" id="people">
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
      {technicians.length === 0 && <p className="people__hint">{words.noTechnicians}</p>}
      <ul className="people__list">
        {technicians.map((one) => (
          <li key={one.id}>
            <Person board={board} technician={one} dragState={dragState} onPerson={onPerson} />
          </li>
        ))}
      </ul>
      {onPerson && technicians.length > 0 && (
        <p className="people__hint">{words.techniciansHint}</p>
      )}
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
      className="person"
      data-inactive={is_active ? undefined : true}
      data-movable={lifted ? true : undefined}
      data-technician={technician.id}
      onPointerDown={lifted}
    >
      <p className="person__name">{name}</p>
      <p className="person__phone">{is_active ? phone : words.inactive}</p>
      <p className="person__week">
        <span className="person__days" aria-hidden="true">
          {led.map(({ day, job }) => (
            <span
              className="person__day"
              data-led={job ? true : undefined}
              title={`${weekdayInitials(day)} ${dayOfMonth(day)}`}
              key={day}
            >
              {weekdayInitials(day).charAt(0)}
            </span>
          ))}
        </span>
        <span className="person__load">{words.leads(jobs)}</span>
      </p>
      {onPerson && (
        <button
          type="button"
          className="person__change"
          aria-label={words.editOf(name)}
          onClick={() => onPerson(technician)}
        >
          {words.edit}
        </button>
      )}
    </div>
  );
}
