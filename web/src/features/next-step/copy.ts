import type { NextStepKey } from "#api/my-booking.ts";
import type { NextStepFacts } from "./next-step.tsx";

type Words = { title: string; text: string; action?: string };

export const copy = {
  label: "What happens next",
  by: (day: string) => `Please by ${day}`,
} as const;

const held = ({ heldUntil }: NextStepFacts) =>
  heldUntil ? `Your day is held for you until ${heldUntil}.` : "Your hold has ended.";

const WORDS: Record<NextStepKey, (facts: NextStepFacts) => Words> = {
  pay_fee: (facts) => ({
    title: "Pay the site-visit fee to keep your day",
    text: `${held(facts)} The fee is credited in full to your installation.`,
    action: "Go to the payment",
  }),
  confirm: (facts) => ({
    title: "Confirm your appointment",
    text: `${held(facts)} Nothing is due today.`,
    action: "Check and confirm",
  }),
  choose_date: ({ isPaid }) => ({
    title: "Choose another day",
    text: isPaid
      ? "Your payment arrived when the day was already taken. It counts in full: choose another day and it is certain at once."
      : "Your hold ended before the fee was paid. Nothing was charged. If your day is still free, paying takes it back.",
    action: isPaid ? "Choose a day" : "See if it is still free",
  }),
  send_photos: ({ least }) => ({
    title: `Send us ${least} photos`,
    text: "Five minutes with your phone. They confirm the distance and lock your price, so that nothing surprises you later.",
    action: "Add your photos",
  }),
  retake_photos: ({ retakeReason }) => ({
    title: "We need another look",
    text: retakeReason || "One of the photos does not show what we need to see.",
    action: "Take them again",
  }),
  wait_review: () => ({
    title: "We are looking at your photos",
    text: "Within 24-48 business hours we confirm the distance and lock your price. There is nothing for you to do now.",
  }),
  decide_change: () => ({
    title: "Your price needs your answer",
    text: "Your photos show more work than the price you were promised. Nothing changes unless you approve it.",
    action: "See what changes",
  }),
  wait_proposal: () => ({
    title: "Your price is locked",
    text: "We are writing your proposal and tell you as soon as it is here. There is nothing for you to do now.",
  }),
  accept_proposal: () => ({
    title: "Your proposal is ready",
    text: "Everything we install, for which price and when it is paid. Read it in peace and accept it here.",
    action: "Read and accept",
  }),
  pay_milestone: () => ({
    title: "A payment is due",
    text: "By bank transfer or debit card it costs nothing extra.",
    action: "See the payment",
  }),
  wait_equipment: ({ hasOwnGenerator }) => ({
    title: hasOwnGenerator ? "Your permits are on their way" : "Your generator is on its way",
    text: "We file the permit and the HOA papers meanwhile, and tell you when the equipment is here. There is nothing for you to do now.",
  }),
  wait_installation: ({ day }) => ({
    title: day ? `We come on ${day}` : "We come soon",
    text: "The installation takes about 8 hours, mostly outside. The power is off for a short time in between; we tell you before.",
  }),
  wait_power_on: () => ({
    title: "Your generator is installed",
    text: "The inspection and the start-up are next. We tell you as soon as the power stays on by itself. There is nothing for you to do now.",
  }),
  done: () => ({
    title: "Your home has standby power",
    text: "Everything is installed, inspected and paid. Your papers stay here; call us whenever something is unclear.",
  }),
  cancelled: () => ({
    title: "This order is cancelled",
    text: "Nothing more happens with it. What comes back to you stands below under Payments.",
    action: "Start a new estimate",
  }),
};

export const wordsOf = (key: NextStepKey, facts: NextStepFacts): Words => WORDS[key](facts);
