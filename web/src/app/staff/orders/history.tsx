import { useState } from "react";
import type { HistoryEvent, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { Chip, Fact } from "./parts.tsx";

const SHOWN_AT_FIRST = 12;
const KINDS = [
  "all",
  "visit",
  "photos",
  "money",
  "papers",
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

type Kind = "visit" | "photos" | "money" | "papers" | "messages" | "notes";

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
  proposal: "papers",
  document: "papers",
  message: "messages",
};

/** Kind of an event; undefined for one about the order as a whole. */
function kindOf({ kind, subject }: HistoryEvent): Kind | undefined {
  if (kind === "note") return "notes";
  return kind === "log" ? OF_SUBJECT[subject] : "messages";
}
