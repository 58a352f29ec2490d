import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormRadioCards, FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { useBoardState } from "./board-context.tsx";
import type { BoardDay } from "./board-types.ts";
import { ClosingForm } from "./closing-form.tsx";
import { staffBoard, useBoardRefresh } from "./use-board.ts";

type CrewDayDialogProps = { day: string | null; onClose: () => void };

/** Number of crews on one day; zero closes it. */
export function CrewDayDialog({ day: openDay, onClose }: CrewDayDialogProps) {
  const day = useBoardState().board.days.find((one) => one.day === openDay);
  return (
    <Modal
      open={day !== undefined}
      onClose={onClose}
      title={day ? m.staff_board_crew_title({ day: shortDay(day.day) }) : m.staff_board_crew_lead()}
    >
      {day && <CrewDayForms day={day} key={day.day} onDone={onClose} />}
    </Modal>
  );
}

function CrewDayForms({ day, onDone }: { day: BoardDay; onDone: () => void }) {
  const [isClosing, setClosing] = useState(false);
  if (isClosing)
    return <ClosingForm day={day.day} onBack={() => setClosing(false)} onDone={onDone} />;
  return (
    <>
      <CrewsForm day={day} onDone={onDone} />
      {day.jobs.length > 0 && (
        <div className="grid justify-items-start gap-2 border-t border-line pt-4 text-sm">
          <p>{m.staff_closing_lead()}</p>
          <Button variant="outline" size="sm" onClick={() => setClosing(true)}>
            {m.staff_closing_open()}
          </Button>
        </div>
      )}
    </>
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
