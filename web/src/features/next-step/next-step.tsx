import type { NextStepKey } from "#api/my-booking.ts";
import { feeCreditDays, feeName, photoReview, photosTake } from "#business/terms.ts";
import { lastDayBefore, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export type NextStepFacts = {
  heldUntil: string | null;
  least: number;
  retakeReason: string;
  day: string | null;
  hasOwnGenerator: boolean;
  /** Whether an appointment that lost its day is already paid for. */
  isPaid: boolean;
  /** Since when a payment is on its way, such as "Thu, Mar 5"; null when none is. */
  transferSince: string | null;
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
              <p className="text-sm text-quiet">
                {m.next_step_by({ day: shortDay(lastDayBefore(by)) })}
              </p>
            )}
          </div>
        )}
      </Card>
    </section>
  );
}

type NextStepText = { title: string; text: string; action?: string };

const TEXTS: Record<NextStepKey, (facts: NextStepFacts) => NextStepText> = {
  pay_fee: (facts) => ({
    title: m.next_step_pay_fee_title({ fee: feeName }),
    text: m.next_step_pay_fee_text({ held: held(facts), days: feeCreditDays }),
    action: m.next_step_pay_fee_action(),
  }),
  confirm: (facts) => ({
    title: m.next_step_confirm_title(),
    text: m.next_step_confirm_text({ held: held(facts) }),
    action: m.next_step_confirm_action(),
  }),
  choose_date: ({ isPaid }) => ({
    title: m.next_step_choose_date_title(),
    text: isPaid ? m.next_step_choose_date_paid_text() : m.next_step_choose_date_text(),
    action: isPaid ? m.next_step_choose_date_paid_action() : m.next_step_choose_date_action(),
  }),
  send_photos: ({ least }) => ({
    title: m.next_step_send_photos_title({ least }),
    text: m.next_step_send_photos_text({ minutes: photosTake }),
    action: m.next_step_send_photos_action(),
  }),
  retake_photos: ({ retakeReason }) => ({
    title: m.next_step_retake_photos_title(),
    text: retakeReason || m.next_step_retake_photos_text(),
    action: m.next_step_retake_photos_action(),
  }),
  wait_review: () => ({
    title: m.next_step_wait_review_title(),
    text: m.next_step_wait_review_text({ turnaround: photoReview }),
  }),
  decide_change: () => ({
    title: m.next_step_decide_change_title(),
    text: m.next_step_decide_change_text(),
    action: m.next_step_decide_change_action(),
  }),
  wait_proposal: () => ({
    title: m.next_step_wait_proposal_title(),
    text: m.next_step_wait_proposal_text(),
  }),
  accept_proposal: () => ({
    title: m.next_step_accept_proposal_title(),
    text: m.next_step_accept_proposal_text(),
    action: m.next_step_accept_proposal_action(),
  }),
  pay_milestone: () => ({
    title: m.next_step_pay_milestone_title(),
    text: m.next_step_pay_milestone_text(),
    action: m.next_step_pay_milestone_action(),
  }),
  wait_transfer: ({ transferSince }) => ({
    title: m.next_step_wait_transfer_title(),
    text: m.next_step_wait_transfer_text({ day: transferSince ?? "" }),
  }),
  wait_equipment: ({ hasOwnGenerator }) => ({
    title: hasOwnGenerator
      ? m.next_step_wait_equipment_own_title()
      : m.next_step_wait_equipment_title(),
    text: m.next_step_wait_equipment_text(),
  }),
  wait_installation: ({ day }) => ({
    title: day
      ? m.next_step_wait_installation_title({ day })
      : m.next_step_wait_installation_soon_title(),
    text: m.next_step_wait_installation_text(),
  }),
  wait_power_on: () => ({
    title: m.next_step_wait_power_on_title(),
    text: m.next_step_wait_power_on_text(),
  }),
  done: () => ({
    title: m.next_step_done_title(),
    text: m.next_step_done_text(),
    action: m.next_step_done_action(),
  }),
  cancelled: () => ({
    title: m.next_step_cancelled_title(),
    text: m.next_step_cancelled_text(),
    action: m.start_new_estimate(),
  }),
};

/** What the homeowner reads about the next step of the order. */
const nextStepText = (key: NextStepKey, facts: NextStepFacts): NextStepText => TEXTS[key](facts);

const held = ({ heldUntil }: NextStepFacts): string =>
  heldUntil ? m.next_step_held_until({ until: heldUntil }) : m.hold_ended();
