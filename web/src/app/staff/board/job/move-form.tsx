import { type FormEvent, useState } from "react";
import type { Job, TimeWindow } from "#api/staff-board.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";
import { StaffProblem } from "../../shell/staff-problem.tsx";
import { boardWords, jobWords as words } from "../copy.ts";
import { DayChoice } from "./day-choice.tsx";
import { useFocusOnOpen } from "./use-focus-on-open.ts";
import { useMove } from "./use-move.ts";

type MoveFormProps = {
  job: Job;
  /** The day it was dropped on. */
  letGoOn: string | null;
  today: string;
  onDone: () => void;
  onBack: () => void;
};

const WINDOWS = (["morning", "afternoon"] as const).map((value) => ({
  value,
  title: boardWords.window[value].long,
}));
const LONGEST_REASON = 100;

/** Move a job to another day or window, with a reason for the customer. */
export function MoveForm({ job, letGoOn, today, onDone, onBack }: MoveFormProps) {
  const [day, setDay] = useState(letGoOn);
  const [window, setWindow] = useState<TimeWindow>(job.time_window);
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const move = useMove(onDone);
  const form = useFocusOnOpen<HTMLFormElement>();
  const wrong = wrongWith(job, day, window);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (day && !wrong) move.now({ job, day, window, reason });
  };
  const changed = (change: () => void) => {
    change();
    setChecked(false);
    move.reset();
  };

  return (
    <form
      className="grid min-w-0 gap-4 focus:outline-none"
      ref={form}
      tabIndex={-1}
      aria-label={words.move}
      onSubmit={submit}
    >
      <DayChoice
        job={job}
        today={today}
        value={day}
        error={isChecked && wrong ? wrong : undefined}
        onChoose={(chosen) => changed(() => setDay(chosen))}
      />
      <RadioCards
        layout="console"
        legend={words.window}
        name="window"
        value={window}
        options={WINDOWS}
        onChange={(chosen) => changed(() => setWindow(chosen as TimeWindow))}
      />
      <TextField
        size="sm"
        label={words.reason}
        name="reason"
        value={reason}
        maxLength={LONGEST_REASON}
        autoComplete="off"
        onChange={setReason}
      />
      <p className="text-sm text-quiet">
        {words.told(job.customer_name)}
        {job.technician && ` ${words.technicianStays(job.technician.name)}`}
      </p>
      {move.failure !== null && <StaffProblem problem={move.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={move.isMoving} busyLabel={words.moving}>
          {day ? words.moveTo(day) : words.moveNow}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}

function wrongWith(job: Job, day: string | null, window: TimeWindow): string | null {
  if (!day) return words.chooseDay;
  const isHere = job.status !== "needs_new_date" && job.day === day && job.time_window === window;
  return isHere ? words.sameSlot : null;
}
