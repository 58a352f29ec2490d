import type { Preparation } from "#api/my-booking.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";

const TONES = {
  ask: "info",
  not_needed: "quiet",
  to_do: "quiet",
  requested: "info",
  done: "success",
  failed: "warning",
} satisfies Record<Preparation["status"], BadgeTone>;

/** What we obtain, order and have inspected, line by line. */
export const Preparations = ({ steps }: { steps: readonly Preparation[] }) => (
  <Panel id="preparations" title={m.preparations_title()}>
    <ul className="list-none p-0">
      {steps.map((step) => (
        <li
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-2.5 not-first:border-t"
          key={step.kind}
        >
          <span className="min-w-0 flex-[1_1_14rem]">
            <strong className="block text-base font-semibold">{step.name}</strong>
            {datesOf(step) && <small className="block text-sm text-quiet">{datesOf(step)}</small>}
          </span>
          <Badge tone={TONES[step.status]}>{step.state}</Badge>
        </li>
      ))}
    </ul>
  </Panel>
);

function datesOf({ status, requested_on, expected_on, done_on }: Preparation): string {
  if (status === "done") return done_on ? m.preparations_done_on({ day: shortDay(done_on) }) : "";
  if (status === "not_needed") return "";
  return [
    requested_on && m.preparations_requested_on({ day: shortDay(requested_on) }),
    expected_on && m.preparations_expected_on({ day: shortDay(expected_on) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
