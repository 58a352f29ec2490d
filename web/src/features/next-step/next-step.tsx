import type { NextStepKey } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { nextStepText } from "./next-step-text.ts";

export type NextStepFacts = {
  heldUntil: string | null;
  least: number;
  retakeReason: string;
  day: string | null;
  hasOwnGenerator: boolean;
  /** Whether an appointment that lost its day is already paid for. */
  isPaid: boolean;
};

type NextStepProps = {
  step: NextStepKey;
  /** Deadline of the step, if it has one. */
  by: string | null;
  facts: NextStepFacts;
  /** Target of its button; null when the homeowner only has to wait. */
  actions: { href?: string; onClick?: () => void } | null;
};

/** The homeowner's next step, or that there is nothing to do (BOOK-04). */
export function NextStep({ step, by, facts, actions }: NextStepProps) {
  const { title, text, action } = nextStepText(step, facts);

  return (
    <section className="relative min-w-0" aria-labelledby="next-step-title">
      <Card tone="lifted">
        <p className="text-sm font-semibold text-emphasis">{m.what_happens_next()}</p>
        <h2 className="tracking-tight" id="next-step-title">
          {title}
        </h2>
        <p className="text-quiet">{text}</p>
        {action && actions && (
          <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button className="max-xs:flex-[1_1_100%]" variant="cta-green" size="lg" {...actions}>
              {action}
            </Button>
            {by && (
              <p className="text-sm text-quiet">{m.next_step_by({ day: shortDay(dayOf(by)) })}</p>
            )}
          </div>
        )}
      </Card>
    </section>
  );
}
