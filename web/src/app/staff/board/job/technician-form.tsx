import { type FormEvent, useState } from "react";
import type { Board, Job } from "#api/staff-board.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { StaffProblem } from "../../shell/staff-problem.tsx";
import { otherJobOf } from "../board-cells.ts";
import { jobWords as words } from "../copy.ts";
import { useBoardMutation } from "./use-assign.ts";
import { useFocusOnOpen } from "./use-focus-on-open.ts";

type TechnicianFormProps = { board: Board; job: Job; onDone: () => void; onBack: () => void };

const NO_TECHNICIAN = "nobody";

/** Assign a technician: only those who lead no other job that day can be chosen. */
export function TechnicianForm({ board, job, onDone, onBack }: TechnicianFormProps) {
  const present = job.technician?.id ?? NO_TECHNICIAN;
  const [chosen, setChosen] = useState(present);
  const send = useBoardMutation(onDone);
  const form = useFocusOnOpen<HTMLFormElement>();
  const people = board.technicians.filter(({ is_active }) => is_active);
  const technician = people.find(({ id }) => id === chosen) ?? null;

  const options = people.map((one) => {
    const other = otherJobOf(one, job, board.days);
    const detail = other ? words.busy(other.customer_name, other.city) : one.phone;
    return { value: one.id, title: one.name, detail, disabled: other !== undefined };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.now({ job, technician });
  };

  return (
    <form
      className="grid min-w-0 gap-4 focus:outline-none"
      ref={form}
      tabIndex={-1}
      aria-label={words.send}
      onSubmit={submit}
    >
      {people.length === 0 && <p>{words.nobodyToSend}</p>}
      <RadioCards
        layout="console"
        legend={words.whoComes}
        name="technician"
        value={chosen}
        options={[...options, { value: NO_TECHNICIAN, title: words.nobodyYet }]}
        onChange={(id) => {
          setChosen(id);
          send.reset();
        }}
      />
      {technician && chosen !== present && (
        <p className="text-sm text-quiet">{words.told(job.customer_name)}</p>
      )}
      {send.failure !== null && <StaffProblem problem={send.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={chosen === present}
          busy={send.isSending}
          busyLabel={words.sending}
        >
          {technician ? words.sendNow(technician.name) : words.takeOff}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}
