import type { TimelineStep } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";

const STATES: Record<TimelineStep["state"], Record<"line" | "mark" | "name" | "when", string>> = {
  done: {
    line: "before:bg-action",
    mark: "border-action bg-action text-action-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]",
    name: "text-ink",
    when: "text-quiet",
  },
  now: {
    line: "before:bg-line",
    mark: "border-emphasis bg-glow inset-ring-4 inset-ring-surface",
    name: "font-semibold text-ink",
    when: "font-semibold text-emphasis",
  },
  later: {
    line: "before:bg-line",
    mark: "border-line bg-surface",
    name: "text-quiet",
    when: "text-quiet",
  },
};

const LINE =
  "before:absolute before:top-7 before:bottom-0 before:left-[calc(0.875rem-1px)] before:w-0.5 last:before:hidden";

const TITLES = { md: "text-lg", sm: "text-md" };

type BookingTimelineProps = {
  steps: readonly TimelineStep[];
  size?: keyof typeof TITLES | undefined;
};

/** Timeline of the order: finished, current and upcoming stages (BOOK-04.4). */
export function BookingTimeline({ steps, size = "md" }: BookingTimelineProps) {
  return (
    <section aria-labelledby="timeline-title">
      <h2 className={TITLES[size]} id="timeline-title">
        {m.booking_timeline_title()}
      </h2>
      <ol className="mt-4">
        {steps.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step }: { step: TimelineStep }) {
  const look = STATES[step.state];
  return (
    <li
      className={`relative grid grid-cols-[1.75rem_1fr] gap-x-3.5 pb-4.5 last:pb-0 ${LINE} ${look.line}`}
      aria-current={step.state === "now" ? "step" : undefined}
    >
      <span
        className={`row-span-2 grid size-7 place-items-center rounded-full border-2 ${look.mark}`}
      >
        {step.state === "done" && <Icon name="check" size="sm" weight="heavy" />}
      </span>
      <span className={`pt-0.5 text-base leading-[1.4] ${look.name}`}>{step.name}</span>
      <span className={`text-sm leading-[1.4] ${look.when}`}>{whenOf(step)}</span>
    </li>
  );
}

function whenOf({ state, at, day }: TimelineStep): string {
  const date = at ? dayOf(at) : day;
  if (state === "done")
    return date ? m.booking_timeline_done_on({ day: shortDay(date) }) : m.booking_timeline_done();
  if (state === "now")
    return day ? m.booking_timeline_now_day({ day: shortDay(day) }) : m.booking_timeline_now();
  return day ? m.booking_timeline_later_day({ day: shortDay(day) }) : m.booking_timeline_later();
}
