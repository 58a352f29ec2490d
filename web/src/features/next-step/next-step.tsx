import type { MyBooking } from "#api/my-booking.ts";
import { lastDayBefore, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { focusOnMount } from "#ui/focus-on-mount.ts";

type NextStepProps = {
  /** In the server's words: it alone knows which sentences hold now. */
  said: Pick<MyBooking["next_step"], "title" | "lines" | "action">;
  /** Deadline of the step, if it has one. */
  by: string | null;
  /** Target of its button; null when the homeowner only has to wait. */
  actions: { href?: string; onClick?: () => void } | null;
  /** It is the answer to a press on this page, and takes the focus. */
  isNew?: boolean;
};

/** The homeowner's next step, or that there is nothing to do (BOOK-04). */
export const NextStep = ({
  said: { title, lines, action },
  by,
  actions,
  isNew = false,
}: NextStepProps) => (
  <section className="relative min-w-0" aria-labelledby="next-step-title">
    <Card tone="lifted">
      <p className="text-sm font-semibold text-emphasis">{m.what_happens_next()}</p>
      <h2
        className="tracking-tight focus:outline-none"
        id="next-step-title"
        ref={isNew ? focusOnMount : null}
        tabIndex={-1}
      >
        {title}
      </h2>
      <div className="grid gap-1 text-quiet">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {action && actions && (
        <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button className="max-xs:flex-[1_1_100%]" variant="cta-green" size="lg" {...actions}>
            {action}
          </Button>
          {by && (
            <p className="text-sm text-quiet">
              {m.next_step_by({ day: shortDay(lastDayBefore(by)) })}
            </p>
          )}
        </div>
      )}
    </Card>
  </section>
);
