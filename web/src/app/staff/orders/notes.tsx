import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Allowed } from "../session/me.tsx";
import { FormTextArea, showProblem } from "../shell/form.tsx";
import { drafts, useOrderAction } from "./order-action.tsx";

/** Notes for colleagues on this order. */
export const NotesPart = ({ order }: { order: StaffOrder }) => (
  <Panel size="sm" id="notes" title={m.staff_notes_title()}>
    <p className="text-quiet">{m.staff_notes_lead()}</p>
    <Allowed to="write_notes">
      <NewNote order={order} />
    </Allowed>
    {order.notes.length > 0 && (
      <ol className="grid gap-2">
        {order.notes.toReversed().map(({ id, at, author, text }) => (
          <li className="rounded-sm bg-warning-surface px-4 py-2" key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-xs text-quiet wrap-anywhere">
              {m.staff_notes_facts({ author, when: dayAndTimeOf(at) })}
            </p>
          </li>
        ))}
      </ol>
    )}
  </Panel>
);

const noteSchema = v.object({ text: requiredText(m.staff_notes_required()) });

function NewNote({ order }: { order: StaffOrder }) {
  const draftKey = `note ${order.id}`;
  const form = useForm({
    resolver: valibotResolver(noteSchema),
    defaultValues: { text: "", ...drafts.get(draftKey) },
  });
  const { control, getValues, handleSubmit } = form;
  const { run, isSending, refusal } = useOrderAction(
    order,
    staffOrders.addNote,
    () => {
      drafts.delete(draftKey);
      form.reset({ text: "" });
    },
    (failure) => showProblem(form, failure),
  );

  return (
    <form
      className="grid gap-4 text-sm"
      onChange={() => drafts.set(draftKey, getValues())}
      onSubmit={handleSubmit(({ text }) => {
        if (!isSending) run({ id: order.id, text });
      })}
      noValidate
    >
      <FormTextArea
        control={control}
        name="text"
        size="sm"
        label={m.staff_notes_label()}
        rows={2}
        maxLength={2000}
      />
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <div>
        <Button
          type="submit"
          size="sm"
          variant="outline"
          busy={isSending}
          busyLabel={m.staff_notes_adding()}
        >
          {m.staff_notes_add()}
        </Button>
      </div>
    </form>
  );
}
