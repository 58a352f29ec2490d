import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { useStaffMutation } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { daysOffOf } from "./board-cells.ts";
import { useBoardState } from "./board-context.tsx";
import type { DaysOff, Technician } from "./board-types.ts";

/** When a technician is off, and a form for more days; those that are over are left out. */
export function DaysOffPart({ technician }: { technician: Technician }) {
  const { today } = useBoardState().board;
  const coming = daysOffOf(technician).filter(({ last_day }) => last_day >= today);
  return (
    <section className="grid gap-3 border-t border-line pt-4" aria-labelledby="days-off">
      <h3 className="text-sm" id="days-off">
        {m.staff_board_days_off()}
      </h3>
      {coming.length > 0 && (
        <ul className="grid list-none gap-1 p-0 text-sm">
          {coming.map((days) => (
            <li className="flex flex-wrap items-center justify-between gap-2" key={days.first_day}>
              <DaysOffLine technician={technician} days={days} />
            </li>
          ))}
        </ul>
      )}
      <AddForm technician={technician} today={today} />
    </section>
  );
}

/** "Mon, Dec 8", or "Mon, Dec 8 to Fri, Dec 12". */
export const daysOffInWords = ({ first_day, last_day }: DaysOff): string =>
  first_day === last_day
    ? shortDay(first_day)
    : m.staff_board_days_off_range({ first: shortDay(first_day), last: shortDay(last_day) });

const DAYS_OFF = "/api/staff/technicians/{technician_id}/days-off/{day}";
const RELOADS = { reloads: [staffKeys.board.all] };

function DaysOffLine({ technician, days }: { technician: Technician; days: DaysOff }) {
  const { mutate, isPending, error } = useStaffMutation("delete", DAYS_OFF, RELOADS);
  const words = daysOffInWords(days);
  return (
    <>
      {words}
      <Button
        variant="ghost"
        size="sm"
        busy={isPending}
        aria-label={m.staff_board_days_off_remove_of({ days: words })}
        onClick={() => mutate({ path: { technician_id: technician.id, day: days.first_day } })}
      >
        {m.staff_board_days_off_remove()}
      </Button>
      {error !== null && <StaffProblem problem={error} />}
    </>
  );
}

const daysSchema = v.object({
  first_day: requiredText(m.staff_board_days_off_missing()),
  last_day: v.string(),
});

function AddForm({ technician, today }: { technician: Technician; today: string }) {
  const form = useForm({
    resolver: valibotResolver(daysSchema),
    defaultValues: { first_day: "", last_day: "" },
  });
  const { control, handleSubmit, reset } = form;
  const adding = useStaffMutation("put", DAYS_OFF, {
    ...RELOADS,
    onSuccess: () => reset(),
    onError: (failure) => showProblem(form, failure),
  });
  return (
    <SendForm
      className="grid gap-3"
      sending={adding}
      confirm={m.staff_board_days_off_add()}
      busyLabel={m.staff_board_technician_saving()}
      variant="outline"
      size="sm"
      onSubmit={handleSubmit(({ first_day, last_day }) =>
        adding.mutate({
          path: { technician_id: technician.id, day: first_day },
          body: { last_day: last_day || first_day },
        }),
      )}
    >
      <div className="grid grid-cols-2 gap-3">
        <FormTextField
          control={control}
          name="first_day"
          type="date"
          size="sm"
          min={today}
          label={m.staff_board_days_off_first()}
        />
        <FormTextField
          control={control}
          name="last_day"
          type="date"
          size="sm"
          min={today}
          label={m.staff_board_days_off_last()}
        />
      </div>
      <p className="text-xs text-quiet">{m.staff_board_days_off_hint()}</p>
    </SendForm>
  );
}
