import type { StaffOrder } from "#api/staff-orders.ts";
import { useTasksOf } from "#api/staff-waits.ts";
import { m } from "#paraglide/messages.js";
import { Panel } from "#ui/panel.tsx";
import { LoadedPart } from "../orders/parts.tsx";
import { Allowed } from "../session/me.tsx";
import { TaskForm } from "./task-form.tsx";
import { TaskLine } from "./task-line.tsx";

/** Tasks on an order: what is to be done, by whom and by when. */
export function TasksPart({ order }: { order: StaffOrder }) {
  const query = useTasksOf(order.id);
  return (
    <Panel size="sm" id="tasks" title={m.staff_tasks_heading()}>
      <Allowed to="write_notes">
        <TaskForm order={order} />
      </Allowed>
      <LoadedPart query={query}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <p className="text-quiet">{m.staff_tasks_none()}</p>
          ) : (
            <ul className="list-none p-0">
              {tasks.map((task) => (
                <TaskLine key={task.id} task={task} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </Panel>
  );
}
