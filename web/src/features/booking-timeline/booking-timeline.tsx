import type { TimelineStep } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { Icon } from "#ui/icon.tsx";
import { copy } from "./copy.ts";
import "./booking-timeline.css";

const TITLES = { md: "text-lg", sm: "text-md" };

type BookingTimelineProps = {
  steps: readonly TimelineStep[];
  size?: keyof typeof TITLES | undefined;
};

/** Timeline of the order: finished, current and upcoming stages (BOOK-04.4). */
export function BookingTimeline({ steps, size = "md" }: BookingTimelineProps) {
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <h2 className={TITLES[size]} id="timeline-title">
        {copy.title}
      </h2>
      <ol className="timeline__steps">
        {steps.map((step) => (
          <li
            key={step.key}
            className="timeline__step group"
            data-state={step.state}
            aria-current={step.state === "now" ? "step" : undefined}
          >
            <span className="timeline__mark">
              {step.state === "done" && (
                <Icon className="group-data-[state=done]:stroke-3" name="check" size="sm" />
              )}
            </span>
            <span className="timeline__name">{copy.steps[step.key]}</span>
            <span className="timeline__when">{whenOf(step)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function whenOf({ state, at, day }: TimelineStep): string {
  const date = at ? dayOf(at) : day;
  if (state === "done") return date ? copy.doneOn(shortDay(date)) : copy.done;
  if (state === "now") return day ? copy.nowDay(shortDay(day)) : copy.now;
  return day ? copy.laterDay(shortDay(day)) : copy.later;
}
