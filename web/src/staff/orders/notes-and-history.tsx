import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { HistoryEvent, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Allowed } from "../session/me.tsx";
import { FormTextArea } from "../shell/form.tsx";
import { drafts, useOrderAction } from "./order-action.tsx";
import { Chip, Fact } from "./parts.tsx";

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
    "post",
    "/api/staff/orders/{order_id}/notes",
    {
      once: draftKey,
      onDone: () => form.reset({ text: "" }),
      form,
      draftKey,
    },
  );

  return (
    <form
      className="grid gap-4 text-sm"
      onChange={() => drafts.set(draftKey, getValues())}
      onSubmit={handleSubmit(({ text }) => {
        if (!isSending) run(() => ({ path: { order_id: order.id }, body: { text } }));
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

const SHOWN_AT_FIRST = 12;
const KINDS = [
  "all",
  "visit",
  "photos",
  "money",
  "documents",
  "messages",
  "notes",
] as const satisfies (Kind | "all")[];

/** History of the order, newest first, with a filter by kind. */
export function HistoryPart({ order }: { order: StaffOrder }) {
  const [kind, setKind] = useState<Kind | "all">("all");
  const [isWhole, setWhole] = useState(false);
  const happened = order.history.filter((event) => kind === "all" || kindOf(event) === kind);
  const newest = happened.toReversed();
  const shown = isWhole ? newest : newest.slice(0, SHOWN_AT_FIRST);

  return (
    <Panel size="sm" id="history" title={m.staff_timeline_title()}>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{m.staff_timeline_legend()}</legend>
        {KINDS.map((one) => (
          <Chip key={one} isChosen={one === kind} onClick={() => setKind(one)}>
            {m.staff_timeline_kind({ kind: one })}
          </Chip>
        ))}
      </fieldset>
      {shown.length === 0 && <p className="text-quiet">{m.staff_timeline_none()}</p>}
      <ol className="grid">
        {shown.map((event) => (
          <Entry key={`${event.at} ${event.kind} ${event.ref} ${event.sentence}`} event={event} />
        ))}
      </ol>
      {shown.length < newest.length && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
            {m.staff_timeline_more({ count: newest.length })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const Entry = ({ event }: { event: HistoryEvent }) => (
  <li className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5 leading-[1.4] wrap-anywhere last:border-b-0">
    <time className="text-xs leading-[1.6] text-quiet tabular-nums" dateTime={event.at}>
      {dayAndTimeOf(event.at)}
    </time>
    <span>
      {event.sentence}
      {event.count > 1 && ` ${m.staff_timeline_times({ count: event.count })}`}
      {event.detail && <Fact>{event.detail}</Fact>}
    </span>
  </li>
);

type Kind = "visit" | "photos" | "money" | "documents" | "messages" | "notes";

const OF_SUBJECT: Record<string, Kind> = {
  appointment: "visit",
  technician: "visit",
  photo: "photos",
  "photo review": "photos",
  price: "photos",
  "change order": "photos",
  payment: "money",
  checkout: "money",
  refund: "money",
  milestone: "money",
  proposal: "documents",
  document: "documents",
  file: "documents",
  message: "messages",
};

/** Kind of an event; undefined for one about the order as a whole. */
function kindOf({ kind, subject }: HistoryEvent): Kind | undefined {
  if (kind === "note") return "notes";
  return kind === "log" ? OF_SUBJECT[subject] : "messages";
}
