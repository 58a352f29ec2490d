import type { NextStepKey } from "#api/my-booking.ts";
import { m } from "#paraglide/messages.js";
import type { NextStepFacts } from "./next-step.tsx";

type NextStepText = { title: string; text: string; action?: string };

const TEXTS: Record<NextStepKey, (facts: NextStepFacts) => NextStepText> = {
  pay_fee: (facts) => ({
    title: m.next_step_pay_fee_title(),
    text: m.next_step_pay_fee_text({ held: held(facts) }),
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
    text: m.next_step_send_photos_text(),
    action: m.next_step_send_photos_action(),
  }),
  retake_photos: ({ retakeReason }) => ({
    title: m.next_step_retake_photos_title(),
    text: retakeReason || m.next_step_retake_photos_text(),
    action: m.next_step_retake_photos_action(),
  }),
  wait_review: () => ({
    title: m.next_step_wait_review_title(),
    text: m.next_step_wait_review_text(),
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
  done: () => ({ title: m.next_step_done_title(), text: m.next_step_done_text() }),
  cancelled: () => ({
    title: m.next_step_cancelled_title(),
    text: m.next_step_cancelled_text(),
    action: m.start_new_estimate(),
  }),
};

/** What the homeowner reads about the next step of the order. */
export const nextStepText = (key: NextStepKey, facts: NextStepFacts): NextStepText =>
  TEXTS[key](facts);

const held = ({ heldUntil }: NextStepFacts): string =>
  heldUntil ? m.next_step_held_until({ until: heldUntil }) : m.hold_ended();
