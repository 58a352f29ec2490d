import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { addDays, weekLabel } from "#features/appointment/week.ts";
import { dayOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { fieldControl } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { NotInRole, useMay } from "../session/me.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { canLead, type DraggedItem, dropRefusal, isMovable, jobById } from "./board-cells.ts";
import {
  BoardContext,
  type BoardDialog,
  type BoardState,
  type DropTarget,
  type OpenJob,
} from "./board-context.tsx";
import { BoardTable } from "./board-table.tsx";
import type { Board, Job, Technician } from "./board-types.ts";
import { CalendarFeedsDialog } from "./calendar-feeds.tsx";
import { CrewDayDialog } from "./crew-day.tsx";
import { WaitingTray } from "./job-card.tsx";
import { JobDialog, useAssignTechnician } from "./job-dialog.tsx";
import { TechnicianDialog, TechniciansTray } from "./technicians.tsx";
import { useBoard, useFocusDroppedJob, useReadiness, useServerNow } from "./use-board.ts";
import { VisitsPart } from "./visits.tsx";

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
  const [query, setQuery] = useSearchParams();
  const requestedDay = query.get("day") ?? "";
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(requestedDay) && !Number.isNaN(Date.parse(requestedDay));
  const today = dayOf(new Date().toISOString());
  return [isDay ? requestedDay : today, (day) => setQuery({ day }, { replace: true })];
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
  const missing = useReadiness(day, DAYS);
  const nowMs = useServerNow(board.now, heardAtMs);
  const [dialog, open] = useState<BoardDialog | null>(null);
  const send = useAssignTechnician();
  const screen = useRef<HTMLDivElement>(null);
  const focusDroppedJob = useFocusDroppedJob(board, screen);
  const [dragged, setDragged] = useState<DraggedItem | null>(null);
  const [over, setOver] = useState<BoardState["over"]>(null);
  const close = () => open(null);
  const onDrop = (target: DropTarget) => {
    setOver(null);
    const onSend: DropCallbacks["onSend"] = (choice) => {
      if (!send.isPending) send.mutate(choice);
    };
    if (dragged) handleDrop(dragged, target, { board, onMove: open, onSend });
  };
  const state = {
    board,
    day,
    nowMs,
    missing,
    canSchedule,
    open,
    dragged,
    over,
    setDragged,
    setOver,
    onDrop,
  };

  return (
    <BoardContext value={state}>
      <div ref={screen} className="grid min-w-0 gap-4">
        {/* React Aria would add a style element of this id, which the content policy blocks; the
            cards set their touch-action themselves. */}
        <span id="react-aria-pressable-style" hidden />
        {send.error !== null && <StaffProblem problem={send.error} />}
        <NotInRole needs={["schedule"]} />
        <WaitingTray />
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_14rem]">
          <div className="grid min-w-0 gap-4">
            <BoardTable onGo={onGo} />
            <VisitsPart from={day} days={DAYS} />
          </div>
          <TechniciansTray />
        </div>
        <JobDialog
          open={dialog?.is === "job" ? dialog : null}
          onClose={close}
          onChanged={focusDroppedJob}
        />
        <CrewDayDialog day={dialog?.is === "crews" ? dialog.day : null} onClose={close} />
        <CalendarFeedsDialog open={dialog?.is === "calendars"} onClose={close} />
        <TechnicianDialog open={dialog?.is === "technician" ? dialog : null} onClose={close} />
      </div>
    </BoardContext>
  );
}

type DropCallbacks = {
  board: Board;
  onMove: (open: OpenJob) => void;
  onSend: (assignment: { job: Job; technician: Technician }) => void;
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
    onMove({ is: "job", id: job.appointment_id, part: "move", day: day.day });
    return;
  }
  const job = target.job ? jobById(target.job, board) : undefined;
  if (job && job.technician?.id !== item.technician.id && canLead(item.technician, job, board.days))
    onSend({ job, technician: item.technician });
}
