import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { type BoardDay, staffBoard } from "#api/staff-board.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormRadioCards, FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { useBoardRefresh } from "./use-board.ts";

type CrewDayDialogProps = { day: BoardDay | null; onClose: () => void };

/** Number of crews on one day; zero closes it. */
export function CrewDayDialog({ day, onClose }: CrewDayDialogProps) {
  return (
    <Modal
      open={day !== null}
      onClose={onClose}
      title={day ? m.staff_board_crew_title({ day: shortDay(day.day) }) : m.staff_board_crew_lead()}
    >
      {day && <CrewsForm day={day} key={day.day} onDone={onClose} />}
    </Modal>
  );
}

const MORE_THAN_USUAL = 2;
const LONGEST_REASON = 100;

const schemaOf = ({ usual_crews }: BoardDay) =>
  v.pipe(
    v.object({ crews: v.string(), reason: v.string() }),
    v.forward(
      v.partialCheck(
        [["crews"], ["reason"]],
        ({ crews, reason }) => Number(crews) === usual_crews || reason.trim() !== "",
        m.staff_board_crew_reason_missing(),
      ),
      ["reason"],
    ),
  );

function CrewsForm({ day, onDone }: { day: BoardDay; onDone: () => void }) {
  const toast = useToast();
  const refreshBoard = useBoardRefresh();
  const form = useForm({
    resolver: valibotResolver(schemaOf(day)),
    defaultValues: { crews: String(day.crews), reason: day.reason },
  });
  const { control, handleSubmit } = form;
  const crews = Number(useWatch({ control, name: "crews" }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: staffBoard.setCrews,
    onSuccess: () => {
      toast({ title: m.staff_board_crew_saved({ day: shortDay(day.day) }), tone: "success" });
      void refreshBoard();
      onDone();
    },
    onError: (failure) => {
      showProblem(form, failure);
      void refreshBoard();
    },
  });

  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit(({ reason }) => mutate({ day: day.day, crews, reason }))}
    >
      <FormRadioCards
        control={control}
        name="crews"
        layout="console"
        legend={m.staff_board_crew_lead()}
        options={optionsOf(day)}
      />
      {crews !== day.usual_crews && (
        <FormTextField
          control={control}
          name="reason"
          size="sm"
          label={m.staff_board_crew_reason()}
          hint={m.staff_board_crew_reason_hint()}
          maxLength={LONGEST_REASON}
          autoComplete="off"
        />
      )}
      {error !== null && <StaffProblem problem={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel={m.staff_board_crew_saving()}>
          {m.staff_board_crew_save()}
        </Button>
      </div>
    </form>
  );
}

function optionsOf({ crews, usual_crews, jobs }: BoardDay) {
  const most = Math.max(usual_crews, crews, jobs.length) + MORE_THAN_USUAL;
  return Array.from({ length: most + 1 }, (_, count) => ({
    value: String(count),
    title: count === 0 ? m.staff_board_crew_closed() : m.staff_board_crews({ count }),
    badge: count === usual_crews ? m.staff_board_crew_usual() : undefined,
    detail: detailOf(count, jobs.length),
    disabled: count < jobs.length,
  }));
}

function detailOf(count: number, jobs: number): string | undefined {
  if (count < jobs) return m.staff_board_crew_in_use({ count: jobs });
  return count === 0 ? m.staff_board_crew_closed_detail() : undefined;
}
