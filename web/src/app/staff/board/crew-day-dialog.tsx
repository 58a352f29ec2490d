import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type BoardDay, staffBoard } from "#api/staff-board.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useToast } from "#ui/toast.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { crewWords } from "./copy.ts";
import { useBoardRefresh } from "./use-board.ts";

type CrewDayDialogProps = { day: BoardDay | null; onClose: () => void };

/** Number of crews on one day; zero closes it. */
export function CrewDayDialog({ day, onClose }: CrewDayDialogProps) {
  return (
    <Modal
      open={day !== null}
      onClose={onClose}
      title={day ? crewWords.title(day.day) : crewWords.lead}
    >
      {day && <CrewsForm day={day} key={day.day} onDone={onClose} />}
    </Modal>
  );
}

const MORE_THAN_USUAL = 2;
const LONGEST_REASON = 100;

function CrewsForm({ day, onDone }: { day: BoardDay; onDone: () => void }) {
  const toast = useToast();
  const [crews, setCrews] = useState(day.crews);
  const [reason, setReason] = useState(day.reason);
  const [isChecked, setChecked] = useState(false);
  const refreshBoard = useBoardRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: staffBoard.setCrews,
    onSuccess: () => {
      toast({ title: crewWords.saved(day.day), tone: "success" });
      void refreshBoard();
      onDone();
    },
    onError: () => void refreshBoard(),
  });
  const needsReason = crews !== day.usual_crews && reason.trim() === "";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!needsReason) mutate({ day: day.day, crews, reason });
  };

  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit}>
      <RadioCards
        layout="console"
        legend={crewWords.lead}
        name="crews"
        value={String(crews)}
        options={optionsOf(day)}
        onChange={(chosen) => setCrews(Number(chosen))}
      />
      {crews !== day.usual_crews && (
        <TextField
          size="sm"
          label={crewWords.reason}
          name="reason"
          value={reason}
          hint={crewWords.reasonHint}
          maxLength={LONGEST_REASON}
          autoComplete="off"
          error={isChecked && needsReason ? crewWords.reasonMissing : undefined}
          onChange={setReason}
        />
      )}
      {error !== null && <StaffProblem problem={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel={crewWords.saving}>
          {crewWords.save}
        </Button>
      </div>
    </form>
  );
}

function optionsOf({ crews, usual_crews, jobs }: BoardDay) {
  const most = Math.max(usual_crews, crews, jobs.length) + MORE_THAN_USUAL;
  return Array.from({ length: most + 1 }, (_, count) => ({
    value: String(count),
    title: count === 0 ? crewWords.closed : crewWords.crews(count),
    badge: count === usual_crews ? crewWords.usual : undefined,
    detail: detailOf(count, jobs.length),
    disabled: count < jobs.length,
  }));
}

function detailOf(count: number, jobs: number): string | undefined {
  if (count < jobs) return crewWords.inUse(jobs);
  return count === 0 ? crewWords.closedDetail : undefined;
}
