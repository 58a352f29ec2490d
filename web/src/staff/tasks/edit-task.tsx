import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { type Task, useChangeTask } from "#api/staff-waits.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Modal } from "#ui/modal.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { SendForm } from "../shell/send-form.tsx";

type EditedTask = Pick<Task, "id" | "title" | "due_on">;

/** Changes what is to be done, and by when. */
export function EditTask({ task }: { task: EditedTask }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={m.staff_tasks_edit_task(task)}
        onClick={() => setOpen(true)}
      >
        {m.staff_tasks_edit()}
      </Button>
      {isOpen && <EditDialog task={task} onClose={() => setOpen(false)} />}
    </>
  );
}

const schema = v.object({ title: requiredText(m.staff_tasks_required()), due_on: v.string() });

function EditDialog({ task, onClose }: { task: EditedTask; onClose: () => void }) {
  const changing = useChangeTask();
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { title: task.title, due_on: task.due_on ?? "" },
  });
  const { control, handleSubmit } = form;
  const save = handleSubmit(({ title, due_on }) =>
    changing.mutate(
      { path: { task_id: task.id }, body: { title, due_on: due_on || null } },
      { onSuccess: onClose, onError: (failure) => showProblem(form, failure) },
    ),
  );
  return (
    <Modal open onClose={onClose} title={m.staff_tasks_edit()}>
      <SendForm
        className="grid gap-3 text-sm"
        onSubmit={save}
        sending={changing}
        confirm={m.staff_tasks_save()}
        variant="cta-green"
      >
        <FormTextField
          control={control}
          name="title"
          size="sm"
          label={m.staff_tasks_title()}
          maxLength={200}
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="due_on"
          size="sm"
          type="date"
          label={m.staff_tasks_due()}
        />
      </SendForm>
    </Modal>
  );
}
