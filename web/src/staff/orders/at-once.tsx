import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { staffFile } from "#api/staff.ts";
import { useStaffMutation } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { AtOnceResult } from "#api/staff-orders.ts";
import { useColleagues } from "#api/staff-waits.ts";
import { dayOf } from "#lib/dates.ts";
import { saveFile } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { Allowed, type Permission, useMe } from "../session/me.tsx";
import { useNotConnected } from "../session/told.ts";
import { FormSelect, FormTextField, showProblem } from "../shell/form.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { undoableForMs } from "../shell/use-undo-toast.ts";
import { useTechnicians } from "./order-filters.tsx";

type Action = "technician" | "task" | "message" | "export";

const NEEDS: readonly [Action, Permission][] = [
  ["technician", "schedule"],
  ["task", "write_notes"],
  ["message", "send_messages"],
  ["export", "export"],
];

type AtOnceProps = { ids: readonly string[]; onClear: () => void };

/** What can be done to all ticked orders at once; each for itself, with its own outcome. */
export function AtOnce({ ids, onClear }: AtOnceProps) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  if (ids.length === 0) return null;
  return (
    <section
      className="sticky top-0 z-2 flex flex-wrap items-center gap-2 rounded-md border border-chosen bg-surface-raised px-4 py-2"
      aria-label={m.staff_at_once()}
    >
      <strong role="status">{m.staff_at_once_ticked({ count: ids.length })}</strong>
      {NEEDS.map(([name, permission]) => (
        <Allowed to={permission} key={name}>
          <Button variant="outline" size="sm" onClick={() => setAction(name)}>
            {m.staff_at_once_action({ action: name })}
          </Button>
        </Allowed>
      ))}
      <Button variant="ghost" size="sm" onClick={onClear}>
        {m.staff_at_once_clear()}
      </Button>
      {action && (
        <Modal open title={m.staff_at_once_title({ action, count: ids.length })} onClose={close}>
          {action === "technician" && <TechnicianForm ids={ids} />}
          {action === "task" && <TaskForm ids={ids} />}
          {action === "message" && <MessageForm ids={ids} />}
          {action === "export" && <Export ids={ids} />}
        </Modal>
      )}
    </section>
  );
}

type FormProps = { ids: readonly string[] };

const RELOADS = { reloads: [staffKeys.orders.all] };

function TechnicianForm({ ids }: FormProps) {
  const { data: technicians = [] } = useTechnicians();
  const sending = useStaffMutation("post", "/api/staff/orders-at-once/technician", RELOADS);
  const form = useForm({
    resolver: valibotResolver(
      v.object({ technician_id: v.pipe(v.string(), v.nonEmpty(m.staff_at_once_choose())) }),
    ),
    defaultValues: { technician_id: "" },
  });
  return (
    <form
      className="grid gap-4 text-sm"
      onSubmit={form.handleSubmit(({ technician_id }) =>
        sending.mutate({ body: { order_ids: [...ids], technician_id } }),
      )}
      noValidate
    >
      <FormSelect
        control={form.control}
        name="technician_id"
        size="sm"
        label={m.staff_filter_technician()}
        options={[
          { value: "", label: m.staff_at_once_choose() },
          ...technicians.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <p>
        {m.staff_at_once_technician_note()} {useNotConnected()}
      </p>
      <Outcome sending={sending} confirm={m.staff_at_once_action({ action: "technician" })} />
    </form>
  );
}

const taskSchema = v.object({
  title: requiredText(m.staff_tasks_required()),
  assignee_id: v.string(),
  due_on: v.string(),
});

function TaskForm({ ids }: FormProps) {
  const me = useMe();
  const { data: colleagues = [] } = useColleagues();
  const sending = useStaffMutation("post", "/api/staff/orders-at-once/tasks", {
    ...RELOADS,
    once: "task of orders",
  });
  const form = useForm({
    resolver: valibotResolver(taskSchema),
    defaultValues: { title: "", assignee_id: me.id, due_on: dayOf(new Date().toISOString()) },
  });
  const { control, handleSubmit } = form;
  return (
    <form
      className="grid gap-4 text-sm"
      onSubmit={handleSubmit(({ title, assignee_id, due_on }) =>
        sending.mutate(
          {
            body: {
              order_ids: [...ids],
              title,
              assignee_id: assignee_id || null,
              due_on: due_on || null,
            },
          },
          { onError: (failure) => showProblem(form, failure) },
        ),
      )}
      noValidate
    >
      <FormTextField
        control={control}
        name="title"
        size="sm"
        label={m.staff_tasks_title()}
        maxLength={200}
      />
      <FormSelect
        control={control}
        name="assignee_id"
        size="sm"
        label={m.staff_tasks_assignee()}
        options={[
          { value: "", label: m.staff_tasks_nobody() },
          ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FormTextField
        control={control}
        name="due_on"
        size="sm"
        type="date"
        label={m.staff_tasks_due()}
      />
      <Outcome sending={sending} confirm={m.staff_at_once_action({ action: "task" })} />
    </form>
  );
}

const KINDS = ["photo_link", "proposal_ready", "milestone_due"] as const;

function MessageForm({ ids }: FormProps) {
  const sending = useStaffMutation("post", "/api/staff/orders-at-once/messages", {
    ...RELOADS,
    once: "messages of orders",
  });
  const { control, handleSubmit } = useForm<{ kind: (typeof KINDS)[number] }>({
    defaultValues: { kind: "photo_link" },
  });
  return (
    <form
      className="grid gap-4 text-sm"
      onSubmit={handleSubmit(({ kind }) => sending.mutate({ body: { order_ids: [...ids], kind } }))}
    >
      <FormSelect
        control={control}
        name="kind"
        size="sm"
        label={m.staff_at_once_message()}
        options={KINDS.map((kind) => ({ value: kind, label: m.staff_at_once_kind({ kind }) }))}
      />
      <p>
        {m.staff_at_once_message_note()} {useNotConnected()}
      </p>
      <Outcome sending={sending} confirm={m.staff_at_once_action({ action: "message" })} />
    </form>
  );
}

function Export({ ids }: FormProps) {
  const loading = useMutation({
    mutationFn: () => staffFile(`/api/staff/exports/ticked/orders.csv?ids=${ids.join(",")}`),
    onSuccess: (file) => saveFile(file, m.staff_at_once_file()),
  });
  return (
    <>
      <p>{m.staff_at_once_export_note()}</p>
      {loading.error && <StaffProblem problem={loading.error} />}
      <div>
        <Button busy={loading.isPending} onClick={() => loading.mutate()}>
          {m.staff_at_once_download()}
        </Button>
      </div>
    </>
  );
}

type UndoAllProps = { actions: string[]; until: string; onUndo: (actions: string[]) => void };

/** Undoes all that was just done, as long as nobody was told of it. */
function UndoAll({ actions, until, onUndo }: UndoAllProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undoableForMs(until));
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return null;
  return (
    <div className="grid gap-2">
      <p>{m.staff_at_once_undo_note()}</p>
      <div>
        <Button variant="outline" size="sm" onClick={() => onUndo(actions)}>
          {m.staff_undo()}
        </Button>
      </div>
    </div>
  );
}

type Sending = { data: AtOnceResult | undefined; error: unknown; isPending: boolean };

/** The button, and afterwards what was done and what was refused. */
function Outcome({ sending, confirm }: { sending: Sending; confirm: string }) {
  const { data, error, isPending } = sending;
  const undo = useStaffMutation("post", "/api/staff/orders-at-once/undo", RELOADS);
  const problem = error ?? undo.error;
  return (
    <>
      {problem !== null && <StaffProblem problem={problem} />}
      {undo.data && <Done result={undo.data} title={m.staff_at_once_undone} />}
      {data && !undo.data && <Done result={data} title={m.staff_at_once_done} />}
      {data?.undo_until && undo.isIdle && (
        <UndoAll
          actions={data.action_ids}
          until={data.undo_until}
          onUndo={(action_ids) => undo.mutate({ body: { action_ids } })}
        />
      )}
      {!data && (
        <div>
          <Button type="submit" busy={isPending}>
            {confirm}
          </Button>
        </div>
      )}
    </>
  );
}

type DoneProps = {
  result: AtOnceResult;
  title: (counts: { done: number; refused: number }) => string;
};

/** How many it was done for, and why not for the others. */
function Done({ result: { done, outcomes }, title }: DoneProps) {
  const refused = outcomes.filter(({ why_not }) => why_not !== "");
  return (
    <Notice
      tone={refused.length > 0 ? "warning" : "success"}
      title={title({ done, refused: refused.length })}
    >
      {refused.length > 0 && (
        <ul>
          {refused.map(({ order_id, customer_name, why_not }) => (
            <li key={order_id}>
              {m.staff_at_once_refused({ name: customer_name, reason: why_not })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
