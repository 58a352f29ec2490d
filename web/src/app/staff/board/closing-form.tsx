import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { Link } from "wouter";
import { addDays } from "#features/appointment/week.ts";
import { shortDay, timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { type ClosedDay, staffBoard, useBoardRefresh, useClosingPlan } from "./use-board.ts";

const SHORTEST_REASON = 3;
const closingSchema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(SHORTEST_REASON, m.staff_reason_required())),
  first_target: v.string(),
});

type ClosingFormProps = { day: string; onBack: () => void; onDone: () => void };

/** Close a storm day: its jobs move to the next free days, and each customer gets one message. */
export function ClosingForm({ day, onBack, onDone }: ClosingFormProps) {
  const refreshBoard = useBoardRefresh();
  const form = useForm({
    resolver: valibotResolver(closingSchema),
    defaultValues: { reason: "", first_target: addDays(day, 1) },
  });
  const { control, handleSubmit } = form;
  const firstTarget = useWatch({ control, name: "first_target" });
  const plan = useClosingPlan(day, firstTarget || null);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: staffBoard.closeDay,
    onError: (failure) => showProblem(form, failure),
    onSettled: () => void refreshBoard(),
  });

  if (data) return <Closed closed={data} onDone={onDone} />;
  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit(({ reason, first_target }) =>
        mutate({ day, reason, first_target: first_target || null }),
      )}
      noValidate
    >
      <FormTextField
        control={control}
        name="reason"
        size="sm"
        label={m.staff_reason()}
        hint={m.staff_reason_hint()}
        maxLength={100}
        autoComplete="off"
      />
      <FormTextField
        control={control}
        name="first_target"
        size="sm"
        type="date"
        min={addDays(day, 1)}
        label={m.staff_closing_first_target()}
        hint={m.staff_closing_first_target_hint()}
      />
      {plan.data && <Jobs plan={plan.data} />}
      {plan.error !== null && <StaffProblem problem={plan.error} />}
      {error !== null && <StaffProblem problem={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel={m.staff_closing_busy()}>
          {m.staff_closing_confirm({ day: shortDay(day), count: plan.data?.moved.length ?? 0 })}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {m.staff_board_job_back()}
        </Button>
      </div>
    </form>
  );
}

/** Each job with its new day, or why it stays. */
const Jobs = ({ plan }: { plan: ClosedDay }) => (
  <ul className="list-none p-0 text-sm">
    {plan.moved.map((job) => (
      <li key={job.order_id} className="border-b border-line py-1.5 last:border-b-0">
        <strong>{job.customer_name}</strong>, {job.city}:{" "}
        {m.staff_closing_to({
          day: shortDay(job.to_day),
          window: timeOf(job.start_at),
        })}
      </li>
    ))}
    {plan.left.map((job) => (
      <li key={job.order_id} className="border-b border-line py-1.5 last:border-b-0">
        <Link href={`/orders/${job.order_id}`}>{job.customer_name}</Link>, {job.city}:{" "}
        {m.staff_closing_left({ why: job.why })}
      </li>
    ))}
  </ul>
);

const Closed = ({ closed, onDone }: { closed: ClosedDay; onDone: () => void }) => (
  <>
    <Notice tone={closed.left.length > 0 ? "warning" : "success"}>
      {closed.left.length > 0
        ? m.staff_closing_done_left({ moved: closed.moved.length, left: closed.left.length })
        : m.staff_closing_done({ moved: closed.moved.length })}
    </Notice>
    <Jobs plan={closed} />
    <div>
      <Button onClick={onDone}>{m.close()}</Button>
    </div>
  </>
);
