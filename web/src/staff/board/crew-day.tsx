import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useStaffMutation } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { useToast } from "#ui/toast.tsx";
import { FormRadioCards, FormTextField, showProblem } from "../shell/form.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { useBoardState } from "./board-context.tsx";
import type { BoardDay } from "./board-types.ts";
import { ClosingForm } from "./closing-form.tsx";

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
  const form = useForm({
    resolver: valibotResolver(schemaOf(day)),
    defaultValues: { crews: String(day.crews), reason: day.reason },
  });
  const { control, handleSubmit } = form;
  const crews = Number(useWatch({ control, name: "crews" }));
  const saving = useStaffMutation("put", "/api/staff/crew-days/{day}", {
    reloads: [staffKeys.board.all],
    onSuccess: () => {
      toast({ title: m.staff_board_crew_saved({ day: shortDay(day.day) }), tone: "success" });
      onDone();
    },
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <SendForm
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit(({ reason }) =>
        saving.mutate({ path: { day: day.day }, body: { crews, reason } }),
      )}
      sending={saving}
      confirm={m.staff_board_crew_save()}
      busyLabel={m.staff_board_crew_saving()}
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
    </SendForm>
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
