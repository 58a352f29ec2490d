import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { callStaff } from "#api/staff-calls.ts";
import { offeredWindows, windowHours, windowNames } from "#business/windows.ts";
import {
  addDays,
  dayOfMonth,
  weekdayInitials,
  weekLabel,
  weekOf,
} from "#features/appointment/week.ts";
import { longDay, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToldByName } from "../session/told.ts";
import { FormTextField } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { useUndoToast } from "../shell/use-undo-toast.ts";
import { dropRefusal } from "./board-cells.ts";
import { useBoardState } from "./board-context.tsx";
import type { BoardDay, Job, TimeWindow } from "./board-types.ts";
import { type Move, useBoard, useBoardRefresh, useFocusOnOpen } from "./use-board.ts";

type MoveFormProps = {
  job: Job;
  /** The day it was dropped on. */
  letGoOn: string | null;
  onDone: () => void;
  onBack: () => void;
};

const WINDOWS = offeredWindows.map((value) => ({
  value,
  title: `${windowNames[value]}, ${windowHours[value]}`,
}));
const LONGEST_REASON = 100;

const schemaOf = (job: Job) =>
  v.pipe(
    v.object({
      day: v.pipe(v.string(), v.nonEmpty(m.staff_day_required())),
      window: v.picklist(["morning", "afternoon"]),
      reason: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [["day"], ["window"]],
        ({ day, window }) =>
          job.status === "needs_new_date" || job.day !== day || job.time_window !== window,
        m.staff_board_job_same_slot(),
      ),
      ["day"],
    ),
  );

/** Move a job to another day or window, with a reason for the customer. */
export function MoveForm({ job, letGoOn, onDone, onBack }: MoveFormProps) {
  const told = useToldByName();
  const move = useMove(onDone);
  const ref = useFocusOnOpen<HTMLFormElement>();
  const { control, formState, clearErrors, handleSubmit, setValue } = useForm({
    resolver: valibotResolver(schemaOf(job)),
    reValidateMode: "onSubmit",
    defaultValues: { day: letGoOn ?? "", window: job.time_window, reason: "" },
  });
  const [day, window] = useWatch({ control, name: ["day", "window"] });
  const choose = (name: "day" | "window", value: string) => {
    setValue(name, value);
    clearErrors();
    move.reset();
  };

  return (
    <form
      className="grid min-w-0 gap-4 focus:outline-none"
      ref={ref}
      tabIndex={-1}
      aria-label={m.staff_board_job_move()}
      onSubmit={handleSubmit((slot) => {
        if (!move.isPending) move.mutate({ job, ...slot });
      })}
    >
      <DayChoice
        job={job}
        window={window}
        value={day || null}
        error={formState.errors.day?.message}
        onChoose={(chosen) => choose("day", chosen)}
      />
      <RadioCards
        layout="console"
        legend={m.staff_board_job_window()}
        name="window"
        value={window}
        options={WINDOWS}
        onChange={(chosen) => choose("window", chosen)}
      />
      <FormTextField
        control={control}
        name="reason"
        size="sm"
        label={m.staff_board_job_reason()}
        maxLength={LONGEST_REASON}
        autoComplete="off"
      />
      <p className="text-sm text-quiet">
        {told(job.customer_name)}
        {job.technician && ` ${m.staff_board_job_technician_stays({ name: job.technician.name })}`}
      </p>
      {move.error !== null && <StaffProblem problem={move.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={move.isPending} busyLabel={m.staff_board_job_moving()}>
          {day ? m.staff_board_job_move_to({ day: shortDay(day) }) : m.staff_board_job_move_now()}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {m.staff_board_job_back()}
        </Button>
      </div>
    </form>
  );
}

type DayChoiceProps = {
  job: Job;
  window: TimeWindow;
  value: string | null;
  error: string | undefined;
  onChoose: (day: string) => void;
};

const DAYS = 28;

/** Four weeks at a time: only days with a free crew can be chosen, the others show why not. */
function DayChoice({ job, window, value, error, onChoose }: DayChoiceProps) {
  const { today } = useBoardState().board;
  const isPast = job.day < today;
  const [from, setFrom] = useState(() => weekOf(value ?? (isPast ? today : job.day)));
  const { data: board, isError, error: problem, refetch } = useBoard(from, DAYS);
  const errorId = useId();

  return (
    <fieldset className="grid gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="p-0 text-sm font-semibold">{m.staff_board_job_new_day()}</legend>
      <div className="flex items-center gap-2">
        <span className="me-auto text-sm text-quiet" aria-live="polite">
          {spanOf(from)}
        </span>
        <Turn
          label={m.staff_board_job_earlier()}
          icon="chevron-left"
          onTurn={() => setFrom(addDays(from, -DAYS))}
        />
        <Turn
          label={m.staff_board_job_later()}
          icon="chevron-right"
          onTurn={() => setFrom(addDays(from, DAYS))}
        />
      </div>
      {isError && <StaffProblem problem={problem} onAgain={() => void refetch()} />}
      {!board && !isError && <Spinner label={m.staff_loading()} />}
      {board && (
        <div className="grid grid-cols-7 gap-1">
          {board.days.slice(0, 7).map(({ day }) => (
            <span className="text-center text-xs text-quiet" aria-hidden="true" key={day}>
              {weekdayInitials(day)}
            </span>
          ))}
          {board.days.map((day) => (
            <DayRadio
              key={day.day}
              day={day}
              job={job}
              window={window}
              isChosen={day.day === value}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

const spanOf = (from: string) => {
  const [first] = weekLabel(from).split(",");
  return `${first?.split(" – ")[0]} – ${shortDay(addDays(from, DAYS - 1)).split(", ")[1]}`;
};

type TurnProps = { label: string; icon: "chevron-left" | "chevron-right"; onTurn: () => void };

const Turn = ({ label, icon, onTurn }: TurnProps) => (
  <Button variant="outline" size="icon-sm" aria-label={label} onClick={onTurn}>
    <Icon name={icon} />
  </Button>
);

type DayRadioProps = {
  day: BoardDay;
  job: Job;
  window: TimeWindow;
  isChosen: boolean;
  onChoose: (day: string) => void;
};

const LOOKS = {
  open: "cursor-pointer border-line-strong hover:border-ink",
  weekdayOff: "cursor-pointer border-line-strong bg-surface-sunken hover:border-ink",
  closed: "cursor-not-allowed border-line bg-surface-sunken text-quiet",
  chosen: "cursor-pointer border-chosen bg-chosen text-inverse forced-colors:outline-3",
};

function DayRadio({ day, job, window, isChosen, onChoose }: DayRadioProps) {
  const { today } = useBoardState().board;
  const why = dropRefusal(day, job, today, window);
  const state = why ? m.staff_board_why_not({ why }) : roomOf(day, job, window);
  const look = isChosen ? "chosen" : lookOf(day, why !== null);
  return (
    <label
      className={`relative grid justify-items-center rounded-sm border py-1 leading-[1.35] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${LOOKS[look]}`}
    >
      <input
        type="radio"
        className="absolute inset-0 cursor-[inherit] opacity-0"
        name="day"
        value={day.day}
        checked={isChosen}
        disabled={why !== null}
        aria-label={`${longDay(day.day)}, ${state}`}
        onChange={() => onChoose(day.day)}
      />
      <span className={`tabular-nums ${why === null ? "font-semibold" : ""}`}>
        {dayOfMonth(day.day)}
      </span>
      <span className="text-xs max-sm:text-[0.6875rem]">{state}</span>
    </label>
  );
}

function lookOf(day: BoardDay, isClosed: boolean): keyof typeof LOOKS {
  if (isClosed) return "closed";
  return day.is_weekday_off ? "weekdayOff" : "open";
}

function roomOf(day: BoardDay, job: Job, window: TimeWindow): string {
  if (job.status !== "needs_new_date" && job.day === day.day) return m.staff_board_job_here();
  const room = day.windows.find((one) => one.window === window);
  return m.staff_board_job_room({ free: room?.crews_left ?? 0 });
}

/** Move a job. The board is loaded again, whatever the response. */
function useMove(onDone: (job: Job) => void) {
  const told = useToldByName();
  const tell = useUndoToast();
  const refreshBoard = useBoardRefresh();
  return useMutation({
    mutationFn: async ({ job, day, window, reason }: Move) => ({
      job: await callStaff("post", "/api/staff/appointments/{appointment_id}/move", {
        path: { appointment_id: job.appointment_id },
        body: { day, time_window: window, reason, if_version: job.order_version },
      }),
      previousTechnician: job.technician,
    }),
    onSuccess: ({ job, previousTechnician }) => {
      const isUnassigned = previousTechnician !== null && job.technician === null;
      const name = job.customer_name;
      const text = isUnassigned
        ? m.staff_board_job_unassigned({ technician: previousTechnician.name })
        : told(name);
      const title = m.staff_board_job_moved({ name, day: shortDay(job.day) });
      void tell({ title, text, tone: isUnassigned ? "warning" : "success" }, name);
      void refreshBoard();
      onDone(job);
    },
    onError: () => void refreshBoard(),
  });
}
