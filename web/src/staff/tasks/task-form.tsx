import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { StaffOrder } from "#api/staff-orders.ts";
import { useAddTask } from "#api/staff-waits.ts";
import { dayOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "#ui/form.tsx";
import { useToast } from "#ui/toast.tsx";
import { useMe } from "../session/me.tsx";
import { FormSelect, FormTextField, showProblem } from "../shell/form.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { useAssignees } from "./use-assignees.ts";

const taskSchema = v.object({
  title: requiredText(m.staff_tasks_required()),
  assignee_id: v.string(),
  due_on: v.string(),
});

/** What is to be done, by whom and by when; about an order, or about none. */
export function TaskForm({ order }: { order?: StaffOrder }) {
  const me = useMe();
  const toast = useToast();
  const assignees = useAssignees();
  const adding = useAddTask(order?.id);
  const form = useForm({
    resolver: valibotResolver(taskSchema),
    defaultValues: { title: "", assignee_id: me.id, due_on: dayOf(new Date().toISOString()) },
  });
  const { control, handleSubmit, reset } = form;

  const add = handleSubmit(({ title, assignee_id, due_on }) =>
    adding.mutate(
      {
        body: {
          title,
          order_id: order?.id ?? null,
          assignee_id: assignee_id || null,
          due_on: due_on || null,
        },
      },
      {
        onSuccess: () => {
          reset();
          toast({
            customer: order?.customer.name,
            title: m.staff_tasks_added({ title }),
            tone: "success",
          });
        },
        onError: (failure) => showProblem(form, failure),
      },
    ),
  );
  return (
    <SendForm
      className="grid gap-3 text-sm"
      onSubmit={add}
      sending={adding}
      confirm={m.staff_tasks_add()}
      variant="outline"
      size="sm"
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
        <FormTextField
          control={control}
          name="title"
          size="sm"
          label={m.staff_tasks_title()}
          maxLength={200}
          autoComplete="off"
        />
        <FormSelect
          control={control}
          name="assignee_id"
          size="sm"
          label={m.staff_tasks_assignee()}
          options={assignees}
        />
        <FormTextField
          control={control}
          name="due_on"
          size="sm"
          type="date"
          label={m.staff_tasks_due()}
        />
      </div>
    </SendForm>
  );
}
