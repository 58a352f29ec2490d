import { type FormEvent, useState } from "react";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { Allowed } from "../session/me.tsx";
import { noteWords } from "./notes/copy.ts";
import { useDraftText, useOrderAction } from "./order-action.tsx";

/** Notes for colleagues on this order. */
export const NotesPart = ({ order }: { order: StaffOrder }) => (
  <Panel size="sm" id="notes" title={noteWords.title}>
    <p className="text-quiet">{noteWords.lead}</p>
    <Allowed to="write_notes">
      <NewNote order={order} />
    </Allowed>
    {order.notes.length > 0 && (
      <ol className="grid gap-2">
        {order.notes.toReversed().map(({ id, at, author, text }) => (
          <li className="rounded-sm bg-warning-surface px-4 py-2" key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-xs text-quiet wrap-anywhere">
              {noteWords.facts(author, dayAndTimeOf(at))}
            </p>
          </li>
        ))}
      </ol>
    )}
  </Panel>
);

function NewNote({ order }: { order: StaffOrder }) {
  const note = useDraftText(`note ${order.id}`);
  const [isEmpty, setEmpty] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(
    order,
    staffOrders.addNote,
    note.forget,
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = note.typed.trim();
    setEmpty(text === "");
    if (text && !isSending) run({ id: order.id, text });
  };
  return (
    <form className="grid gap-4 text-sm" onSubmit={submit} noValidate>
      <TextArea
        size="sm"
        label={noteWords.label}
        name="note"
        rows={2}
        maxLength={2000}
        value={note.typed}
        onChange={note.type}
        error={isEmpty ? noteWords.required : fieldRefusal("text")}
      />
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <div>
        <Button
          type="submit"
          size="sm"
          variant="outline"
          busy={isSending}
          busyLabel={noteWords.adding}
        >
          {noteWords.add}
        </Button>
      </div>
    </form>
  );
}
