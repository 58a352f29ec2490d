import { timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Command, Waiting } from "./crew-store.ts";
import { useRefused, useSending, useStoredJobs, useWaiting } from "./use-crew.ts";

/** How many changes wait, when the office was last reached, and what it refused. */
export function WaitBar() {
  const waiting = useWaiting();
  const { data } = useStoredJobs();
  const sending = useSending();
  const refused = waiting.filter(({ refusal }) => refusal);
  const heardAtMs = Math.max(data?.heardAtMs ?? 0, sending.data ?? 0);

  return (
    <>
      <p
        className={`flex min-h-target flex-wrap items-center justify-between gap-x-4 rounded-md px-4 py-2 text-sm ${
          waiting.length > 0 ? "bg-warning-surface font-semibold" : "bg-surface text-quiet"
        }`}
        role="status"
      >
        <span>
          {waiting.length > 0 ? m.crew_waiting({ count: waiting.length }) : m.crew_all_sent()}
        </span>
        {heardAtMs > 0 && (
          <span className="font-normal text-quiet">
            {m.crew_heard({ time: timeOf(new Date(heardAtMs).toISOString()) })}
          </span>
        )}
      </p>
      {refused.map((each) => (
        <Refused waiting={each} key={each.id} />
      ))}
    </>
  );
}

function Refused({ waiting }: { waiting: Waiting }) {
  const { again, discard } = useRefused();
  const { command, customer, refusal } = waiting;
  const text = textOf(command);
  return (
    <Notice
      tone="danger"
      title={m.crew_refused({ what: m.crew_command({ kind: command.kind }), name: customer })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => again(waiting)}>{m.crew_refused_again()}</Button>
          <Button variant="outline" onClick={() => discard(waiting)}>
            {m.crew_refused_discard()}
          </Button>
        </div>
      }
    >
      <p>{refusal?.detail}</p>
      {text && <p className="wrap-anywhere">{m.crew_refused_text({ text })}</p>}
    </Notice>
  );
}

/** What was typed, to be kept elsewhere before the change is discarded. */
function textOf(command: Command): string | null | undefined {
  if (command.kind === "visit") return command.outcome;
  return command.kind === "record" ? (command.body.notes ?? command.body.serial_number) : "";
}
