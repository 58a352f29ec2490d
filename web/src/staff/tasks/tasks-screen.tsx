import { Link } from "wouter";
import { type Task, useTasks } from "#api/staff-waits.ts";
import { m } from "#paraglide/messages.js";
import { Panel } from "#ui/panel.tsx";
import { LoadedPart } from "../orders/parts.tsx";
import { Screen } from "../shell/screen.tsx";
import { TaskLine } from "./task-line.tsx";

/** /staff/tasks: the open tasks of everybody, the earliest due day first (OPS-15.3). */
export default function TasksScreen() {
  const tasks = useTasks();
  return (
    <Screen
      title={m.staff_tasks_all()}
      actions={<Link href="/waits">{m.staff_waits_title()}</Link>}
    >
      <LoadedPart query={tasks}>{({ tasks: open }) => <OpenTasks tasks={open} />}</LoadedPart>
    </Screen>
  );
}

function OpenTasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return <p>{m.staff_tasks_all_none()}</p>;
  return (
    <Panel size="sm" id="tasks" title={m.staff_tasks_heading()}>
      <ul className="list-none p-0">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task}>
            {task.order_id && (
              <Link href={`/orders/${task.order_id}#tasks`}>{task.customer_name}</Link>
            )}
          </TaskLine>
        ))}
      </ul>
    </Panel>
  );
}
