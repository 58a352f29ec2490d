import type { NextStepKey } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { copy, wordsOf } from "./copy.ts";
import "./next-step.css";

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
  const { title, text, action } = wordsOf(step, facts);

  return (
    <section className="next-step" aria-labelledby="next-step-title">
      <Card tone="lifted">
        <p className="next-step__label">{copy.label}</p>
        <h2 className="next-step__title" id="next-step-title">
          {title}
        </h2>
        <p className="next-step__text">{text}</p>
        {action && actions && (
          <div className="next-step__way">
            <Button className="max-xs:flex-[1_1_100%]" variant="cta-green" size="lg" {...actions}>
              {action}
            </Button>
            {by && <p className="next-step__by">{copy.by(shortDay(dayOf(by)))}</p>}
          </div>
        )}
      </Card>
    </section>
  );
}
