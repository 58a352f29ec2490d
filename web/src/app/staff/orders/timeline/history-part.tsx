import { useState } from "react";
import type { HistoryEvent, StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { historyWords as words } from "./copy.ts";
import { type Kind, kindOf } from "./kinds.ts";
import "./history.css";

const SHOWN_AT_FIRST = 12;
const KINDS = Object.keys(words.kinds) as (Kind | "all")[];

/** History of the order, newest first, with a filter by kind. */
export function HistoryPart({ order }: { order: StaffOrder }) {
  const [kind, setKind] = useState<Kind | "all">("all");
  const [isWhole, setWhole] = useState(false);
  const happened = order.history.filter((event) => kind === "all" || kindOf(event) === kind);
  const newest = happened.toReversed();
  const shown = isWhole ? newest : newest.slice(0, SHOWN_AT_FIRST);

  return (
    <Panel size="sm" id="history" title={words.title}>
      <fieldset className="chips">
        <legend className="sr-only">{words.legend}</legend>
        {KINDS.map((one) => (
          <button
            key={one}
            className="chip"
            type="button"
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {words.kinds[one]}
          </button>
        ))}
      </fieldset>
      {shown.length === 0 && <p className="part__quiet">{words.none}</p>}
      <ol className="history">
        {shown.map((event) => (
          <Entry key={`${event.at} ${event.kind} ${event.ref} ${event.sentence}`} event={event} />
        ))}
      </ol>
      {shown.length < newest.length && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
            {words.more(newest.length)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const Entry = ({ event }: { event: HistoryEvent }) => (
  <li className="history__entry">
    <time className="history__at" dateTime={event.at}>
      {dayAndTimeOf(event.at)}
    </time>
    <span>
      {event.sentence}
      {event.count > 1 && ` ${words.times(event.count)}`}
      {event.detail && <span className="line__fact">{event.detail}</span>}
    </span>
  </li>
);
