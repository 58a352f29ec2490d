import { Link } from "wouter";
import type { AuditEvent } from "#api/staff-audit-log.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { copy } from "./copy.ts";

/** Audit events as sentences; each unfolds to its exact values. */
export const AuditEventRows = ({ events }: { events: readonly AuditEvent[] }) => (
  <ol className="w-full">
    {events.map((event) => (
      <li key={event.id} className="flex flex-wrap gap-x-4 border-b border-line py-1.5">
        <time className="flex-[0_0_12rem] text-xs text-quiet tabular-nums" dateTime={event.at}>
          {dayAndTimeOf(event.at)}
        </time>
        <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
          <p>
            {event.sentence}{" "}
            {event.order_id && <Link href={`/orders/${event.order_id}`}>{copy.theOrder}</Link>}
          </p>
          <Details event={event} />
        </div>
      </li>
    ))}
  </ol>
);

const Details = ({ event }: { event: AuditEvent }) => (
  <details className="text-xs text-quiet">
    <summary>{copy.details}</summary>
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2">
      <Fact name={copy.about} value={event.object} />
      {event.before && <Fact name={copy.before} value={linesOf(event.before)} />}
      {event.after && <Fact name={copy.after} value={linesOf(event.after)} />}
      {event.request_id && <Fact name={copy.request} value={event.request_id} />}
      <Fact name={copy.seal} value={event.hash} />
    </dl>
  </details>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </>
);

// "crews: 2, reason: null": the server's raw values, with keyed hashes shortened.
function linesOf(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${shortened(value)}`)
    .join(", ");
}

function shortened(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.startsWith("hash:") ? `${value.slice(0, 13)}…` : value;
}
