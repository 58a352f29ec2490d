import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { Link } from "wouter";
import type { Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { addDays } from "#features/appointment/week.ts";
import { shortDay, timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useNotConnected } from "../session/told.ts";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import type { ClosedDay } from "./board-types.ts";
import { proposedDays } from "./proposed-days.ts";
import { useBoardRefresh, useClosingPlan } from "./use-board.ts";

const SHORTEST_REASON = 3;
const closingSchema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(SHORTEST_REASON, m.staff_reason_required())),
});

type ClosingFormProps = { day: string; onBack: () => void; onDone: () => void };

/** Close a storm day: its jobs move to the next free days, and each customer gets one message. */
export function ClosingForm({ day, onBack, onDone }: ClosingFormProps) {
  const notConnected = useNotConnected();
  const refreshBoard = useBoardRefresh();
  const form = useForm({
    resolver: valibotResolver(closingSchema),
    defaultValues: { reason: "" },
  });
  const { control, handleSubmit } = form;
  const [targets, setTargets] = useState<Record<string, string>>({});
  const plan = useClosingPlan(day);
  const closing = useMutation({
    mutationFn: (body: Schemas["ClosingIn"]) =>
      callStaff(
        "post",
        "/api/staff/crew-days/{day}/closing",
        { path: { day }, body },
        { isSlow: true },
      ),
    onError: (failure) => showProblem(form, failure),
    onSettled: () => void refreshBoard(),
  });

  if (closing.data) return <Closed closed={closing.data} onDone={onDone} />;
  return (
    <SendForm
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit(({ reason }) =>
        closing.mutate({ reason, targets: targetsOf(targets) }),
      )}
      sending={closing}
      confirm={m.staff_closing_confirm({
        day: shortDay(day),
        count: plan.data?.moved.length ?? 0,
      })}
      busyLabel={m.staff_closing_busy()}
      beside={
        <Button variant="ghost" onClick={onBack}>
          {m.staff_board_job_back()}
        </Button>
      }
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
      {plan.data && (
        <Targets
          plan={plan.data}
          chosen={targets}
          onChoose={(id, to) => setTargets({ ...targets, [id]: to })}
        />
      )}
      {plan.data && plan.data.moved.length > 0 && (
        <p className="border-s-3 border-line-strong px-4 py-2 text-sm font-semibold">
          {m.staff_closing_consequence({ count: plan.data.moved.length })} {notConnected}
        </p>
      )}
      {plan.error !== null && <StaffProblem problem={plan.error} />}
    </SendForm>
  );
}

const targetsOf = (chosen: Record<string, string>) =>
  Object.entries(chosen).flatMap(([appointment_id, day]) => (day ? { appointment_id, day } : []));

type TargetsProps = {
  plan: ClosedDay;
  /** The days that staff chose, by appointment. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (appointmentId: string, day: string) => void;
};

/** Each job with its next free day, which staff may change; and those that stay. */
function Targets({ plan, chosen, onChoose }: TargetsProps) {
  const days = proposedDays(plan, chosen);
  return (
    <>
      <p className="text-sm text-quiet">{m.staff_closing_targets_note()}</p>
      {plan.moved.map(({ appointment_id: id, ...job }) => (
        <TextField
          key={id}
          name={`target-${id}`}
          size="sm"
          type="date"
          min={addDays(plan.day, 1)}
          label={m.staff_closing_target({ name: job.customer_name, street: job.street })}
          hint={`${job.city}, ${timeOf(job.start_at)}`}
          error={days.get(id)?.isFull ? m.staff_closing_full() : undefined}
          value={days.get(id)?.day ?? job.to_day}
          onChange={(to) => onChoose(id, to)}
        />
      ))}
      <Jobs plan={{ ...plan, moved: [] }} />
    </>
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
