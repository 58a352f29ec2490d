import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Board, Technician } from "#api/staff-board.ts";
import { addDays, weekLabel } from "#features/appointment/week.ts";
import { dayOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { fieldControl } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useMay } from "../session/me.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { canLead, type DraggedItem, dropRefusal, isMovable, jobById } from "./board-cells.ts";
import { BoardTable } from "./board-table.tsx";
import { CrewDayDialog } from "./crew-day-dialog.tsx";
import { type BoardDrag, DragContext, type DropTarget } from "./drag.tsx";
import { JobDialog, type OpenJob, useAssignTechnician } from "./job-dialog.tsx";
import { TechnicianDialog, TechniciansTray } from "./technicians.tsx";
import { useBoard } from "./use-board.ts";
import { useFocusDroppedJob } from "./use-focus.ts";
import { WaitingTray } from "./waiting-tray.tsx";

const DAYS = 7;

/** The day board: seven days with crews and jobs, moved by mouse or keyboard (OPS-10.1). */
export default function BoardScreen() {
  const [day, goTo] = useDay();
  const { data: board, dataUpdatedAt, error, isError, refetch } = useBoard(day, DAYS);

  return (
    <Screen title={m.staff_board_title()} actions={<DayNav day={day} onGo={goTo} />}>
      {isError && !board && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!board && !isError && (
        <p className="flex max-w-none justify-center p-12">
          <Spinner label={m.staff_loading()} />
        </p>
      )}
      {board && <LoadedBoard board={board} heardAtMs={dataUpdatedAt} day={day} onGo={goTo} />}
    </Screen>
  );
}

// The shown day is in the URL, so that Back and reload return to it.
function useDay(): [string, (day: string) => void] {
  const [path, navigate] = useLocation();
  const requestedDay = new URLSearchParams(useSearch()).get("day") ?? "";
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(requestedDay) && !Number.isNaN(Date.parse(requestedDay));
  const today = dayOf(new Date().toISOString());
  return [isDay ? requestedDay : today, (to) => navigate(`${path}?day=${to}`, { replace: true })];
}

type NavProps = { day: string; onGo: (day: string) => void };

function DayNav({ day, onGo }: NavProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <h2 className="me-2 text-sm tabular-nums max-sm:hidden" aria-live="polite">
        {weekLabel(day)}
      </h2>
      <Turn
        label={m.staff_board_previous_week()}
        at="week"
        onTurn={() => onGo(addDays(day, -DAYS))}
        isBack
      />
      <Turn
        label={m.staff_board_previous_day()}
        at="day"
        onTurn={() => onGo(addDays(day, -1))}
        isBack
      />
      <input
        type="date"
        className={`${fieldControl("xs", "date")} max-sm:flex-1`}
        aria-label={m.staff_board_go_to()}
        value={day}
        onChange={({ currentTarget }) => currentTarget.value && onGo(currentTarget.value)}
      />
      <Turn label={m.staff_board_next_day()} at="day" onTurn={() => onGo(addDays(day, 1))} />
      <Turn label={m.staff_board_next_week()} at="week" onTurn={() => onGo(addDays(day, DAYS))} />
      <Button variant="outline" size="board" onClick={() => onGo(dayOf(new Date().toISOString()))}>
        {m.staff_board_today()}
      </Button>
    </div>
  );
}

type TurnProps = { label: string; at: "week" | "day"; onTurn: () => void; isBack?: true };

// By a week, or on a phone by a day.
const Turn = ({ label, at, onTurn, isBack }: TurnProps) => (
  <span className={at === "week" ? "max-sm:hidden" : "sm:hidden"}>
    <Button variant="outline" size="icon-board" aria-label={label} onClick={onTurn}>
      <Icon name={isBack ? "chevron-left" : "chevron-right"} />
    </Button>
  </span>
);

type LoadedBoardProps = {
  board: Board;
  heardAtMs: number;
  day: string;
  onGo: (day: string) => void;
};

function LoadedBoard({ board, heardAtMs, day, onGo }: LoadedBoardProps) {
  const canSchedule = useMay("schedule");
  const [open, setOpen] = useState<OpenJob | null>(null);
  const [crewsDay, setCrewsDay] = useState<string | null>(null);
  const [person, setPerson] = useState<Technician | "new" | null>(null);
  const send = useAssignTechnician();
  const screen = useRef<HTMLDivElement>(null);
  const focusDroppedJob = useFocusDroppedJob(board, screen);
  const [dragged, setDragged] = useState<DraggedItem | null>(null);
  const [over, setOver] = useState<BoardDrag["over"]>(null);
  const onDrop = (target: DropTarget) => {
    setOver(null);
    const onSend: DropCallbacks["onSend"] = (choice) => {
      if (!send.isPending) send.mutate(choice);
    };
    if (dragged) handleDrop(dragged, target, { board, onMove: setOpen, onSend });
  };
  const ofDay = board.days.find((one) => one.day === crewsDay);

  return (
    <DragContext value={{ dragged, over, canDrag: canSchedule, setDragged, setOver, onDrop }}>
      <div ref={screen} className="grid min-w-0 gap-4">
        {/* React Aria would add a style element of this id, which the content policy blocks; the
            cards set their touch-action themselves. */}
        <span id="react-aria-pressable-style" hidden />
        {send.error !== null && <StaffProblem problem={send.error} />}
        <WaitingTray jobs={board.waiting} onOpen={setOpen} />
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_14rem]">
          <BoardTable
            board={board}
            heardAtMs={heardAtMs}
            day={day}
            onGo={onGo}
            onOpen={setOpen}
            onCrews={canSchedule ? setCrewsDay : null}
          />
          <TechniciansTray board={board} onPerson={canSchedule ? setPerson : null} />
        </div>
        <JobDialog
          board={board}
          open={open}
          onPart={setOpen}
          onClose={() => setOpen(null)}
          onChanged={focusDroppedJob}
        />
        <CrewDayDialog day={ofDay ?? null} onClose={() => setCrewsDay(null)} />
        <TechnicianDialog person={person} onClose={() => setPerson(null)} />
      </div>
    </DragContext>
  );
}

type DropCallbacks = {
  board: Board;
  onMove: (open: OpenJob) => void;
  onSend: (assignment: { job: Board["waiting"][number]; technician: Technician }) => void;
};

// Moving a job asks for confirmation, because the homeowner is notified; a technician is assigned
// at once.
function handleDrop(
  item: DraggedItem,
  target: DropTarget,
  { board, onMove, onSend }: DropCallbacks,
) {
  if (item.kind === "job") {
    const day = board.days.find((one) => one.day === target.day);
    const { job } = item;
    const isOwnDay = day?.day === job.day && job.status !== "needs_new_date";
    if (!day || isOwnDay || !isMovable(job) || dropRefusal(day, job, board.today)) return;
    onMove({ id: job.appointment_id, part: "move", day: day.day });
    return;
  }
  const job = target.job ? jobById(target.job, board) : undefined;
  if (job && job.technician?.id !== item.technician.id && canLead(item.technician, job, board.days))
    onSend({ job, technician: item.technician });
}
