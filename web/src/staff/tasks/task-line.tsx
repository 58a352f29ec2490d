import type { ReactNode } from "react";
import { type Task, useChangeTask, useColleagues } from "#api/staff-waits.ts";
import { dayAndTimeOf, dayOf, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Fact, LineFrame } from "../orders/parts.tsx";
import { useMay } from "../session/me.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { EditTask } from "./edit-task.tsx";

/** A task with its person and day, which can be changed here. */
export function TaskLine({ task, children }: { task: Task; children?: ReactNode }) {
  const changing = useChangeTask();
  const may = useMay("write_notes");
  const isDone = task.done_at !== null;
  const today = dayOf(new Date().toISOString());
  return (
    <LineFrame>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong className={`font-semibold wrap-anywhere ${isDone ? "line-through" : ""}`}>
          {task.title}
        </strong>
        <Fact>{factsOf(task)}</Fact>
        {children}
        {changing.error && <StaffProblem problem={changing.error} />}
      </span>
      {!isDone && task.due_on !== null && task.due_on < today && (
        <Badge tone="danger">{m.staff_tasks_overdue()}</Badge>
      )}
      {may && !isDone && <Assignee task={task} />}
      {may && !isDone && <EditTask task={task} />}
      {may && (
        <Button
          variant="outline"
          size="sm"
          busy={changing.isPending}
          onClick={() =>
            changing.mutate({ path: { task_id: task.id }, body: { is_done: !isDone } })
          }
          aria-label={isDone ? m.staff_tasks_reopen_task(task) : m.staff_tasks_done_task(task)}
        >
          {isDone ? m.staff_tasks_reopen() : m.staff_tasks_done()}
        </Button>
      )}
    </LineFrame>
  );
}

function Assignee({ task }: { task: Task }) {
  const { data: colleagues = [] } = useColleagues();
  const changing = useChangeTask();
  return (
    <SelectField
      label={m.staff_tasks_assignee()}
      name={`assignee-${task.id}`}
      size="xs"
      value={task.assignee_id ?? ""}
      disabled={changing.isPending}
      onChange={(assignee) =>
        changing.mutate({ path: { task_id: task.id }, body: { assignee_id: assignee || null } })
      }
      options={[
        { value: "", label: m.staff_tasks_nobody() },
        ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

function factsOf({ done_at, done_by, due_on, assignee_name }: Task): string {
  if (done_at) return m.staff_tasks_done_by({ who: done_by, when: dayAndTimeOf(done_at) });
  return [
    assignee_name ?? m.staff_tasks_nobody(),
    due_on && m.staff_tasks_due_by({ day: shortDay(due_on) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
