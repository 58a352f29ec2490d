/** Events of a booking before it is reserved, and the reducer that applies them to the draft. */
import type { Schemas } from "#api/client.ts";
import type { Band } from "#business/bands.ts";
import { type WindowId, windowHours, windowTimes } from "#business/windows.ts";
import {
  type Agreements,
  type Contact,
  type Draft,
  emptyPricing,
  type PriceLines,
  type Product,
  type TimeWindow,
} from "./draft.ts";
import { type StepName, stepNumber, stepsBefore } from "./steps.ts";

export type DraftEvent =
  | { type: "stepEntered"; step: StepName }
  | { type: "stepCompleted"; step: StepName; price: PriceLines | null }
  | { type: "addressTyped"; address: string }
  | {
      type: "addressCovered";
      address: string;
      city: string;
      zipCode: string;
      township: string | null; // null until the server has resolved it
    }
  | { type: "addressCleared" }
  | { type: "bandChosen"; band: Band; maxDistanceFt: number; priceCents: number }
  | { type: "buyingHereChosen" }
  | { type: "generatorChosen"; product: Product }
  | { type: "ownGeneratorChosen"; product: Product | null }
  | { type: "dayChosen"; day: string }
  | { type: "dayLost" }
  | { type: "windowChosen"; window: TimeWindow }
  | { type: "windowLost" }
  | { type: "contactTyped"; contact: Partial<Contact> }
  | { type: "reminderChosen"; isWanted: boolean }
  | { type: "answered"; answers: Draft["answers"] }
  | { type: "couponCounted"; code: string | null }
  | { type: "agreementsGiven"; agreements: Omit<Agreements, "accepted_at"> }
  | { type: "idRefused"; id: string }
  | { type: "orderPlaced"; orderId: string }
  | {
      type: "orderConfirmed"; // by the server, after the payment or without one
      day: string;
      window: WindowId;
      fee: Schemas["FeeOut"];
    };

/** The draft after an event. Pure: use-draft.ts does the saving. */
export function nextDraft(draft: Draft, event: DraftEvent, now: string): Draft {
  const applied = after(draft, event, now);
  if (applied === draft) return draft;
  // What was ticked for one home says nothing of another.
  const next = isAnotherHome(draft, applied) ? withoutVerdict(applied) : applied;
  return { ...next, wizard: { ...next.wizard, updated_at: now } };
}

function after(draft: Draft, event: DraftEvent, now: string): Draft {
  switch (event.type) {
    case "stepEntered":
      return progressed(draft, { current_step: stepNumber(event.step) });
    case "stepCompleted":
      return priced(
        progressed(draft, { completed_steps: numbersUpTo(stepNumber(event.step)) }),
        event.price,
      );
    case "addressTyped":
      return event.address === draft.location.address.formatted
        ? draft
        : withoutCoverage(draft, event.address);
    case "addressCleared":
      return withoutCoverage(draft, "");
    case "addressCovered":
      return covered(draft, event, now);
    case "bandChosen":
      return withBand(draft, event);
    case "dayChosen":
      return scheduled(draft, { selected_date: event.day });
    case "dayLost": // the day filled up; the window and everything else stay
      return scheduled(draft, { selected_date: null });
    case "windowChosen":
      return scheduled(draft, { selected_time_window: event.window });
    case "windowLost": // it is not offered on the day; the day and everything else stay
      return scheduled(draft, { selected_time_window: null });
    case "contactTyped":
      return {
        ...draft,
        customer: { ...draft.customer, contact: { ...draft.customer.contact, ...event.contact } },
      };
    case "reminderChosen":
      return withReminder(draft, event.isWanted);
    case "answered":
      return { ...draft, answers: { ...draft.answers, ...event.answers } };
    case "couponCounted":
      return withCoupon(draft, event.code);
    case "agreementsGiven":
      return { ...draft, agreements: { ...event.agreements, accepted_at: now } };
    case "idRefused": // the response with this visitor's secret was lost
      return progressed(draft, { id: event.id });
    case "orderPlaced":
      return progressed(draft, {
        status: "completed",
        order_id: event.orderId,
        completed_steps: numbersUpTo(stepsBefore("payment").length),
      });
    case "orderConfirmed":
      return confirmed(draft, event);
    default:
      return { ...withoutVerdict(draft), generator: generatorAfter(event, now) };
  }
}

/** Whether the home of a draft that had one was left for another. */
export const isAnotherHome = (before: Draft, next: Draft): boolean =>
  before.location.coverage.is_covered &&
  before.location.address.formatted !== next.location.address.formatted;

type GeneratorEvent = Extract<
  DraftEvent,
  { type: "buyingHereChosen" | "generatorChosen" | "ownGeneratorChosen" }
>;

function generatorAfter(event: GeneratorEvent, now: string): Draft["generator"] {
  if (event.type === "ownGeneratorChosen")
    return { choice: "provide_own", selected_at: now, product: event.product };
  if (event.type === "generatorChosen")
    return { choice: "buy_here", selected_at: now, product: event.product };
  return { choice: "buy_here", selected_at: null, product: null };
}

// What was told of one generator is not told of another: the page tells it anew.
const withoutVerdict = (draft: Draft): Draft =>
  draft.answers.stay_on ? { ...draft, answers: { ...draft.answers, stay_on: null } } : draft;

const numbersUpTo = (last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1);

const progressed = (draft: Draft, change: Partial<Draft["wizard"]>): Draft => ({
  ...draft,
  wizard: { ...draft.wizard, ...change },
});

const scheduled = (draft: Draft, change: Partial<Draft["scheduling"]>): Draft => ({
  ...draft,
  scheduling: { ...draft.scheduling, ...change },
});

function confirmed(
  draft: Draft,
  { day, window, fee }: Extract<DraftEvent, { type: "orderConfirmed" }>,
): Draft {
  const selected_time_window = { id: window, label: windowHours[window], ...windowTimes[window] };
  return {
    ...scheduled(draft, { selected_date: day, selected_time_window }),
    payment: {
      scheduling_fee: {
        amount_cents: fee.amount_cents,
        status: fee.status,
        payment_method: fee.payment_method,
        transaction_id: fee.transaction_id,
        processed_at: fee.paid_at,
      },
    },
  };
}

const withReminder = (draft: Draft, isWanted: boolean): Draft => ({
  ...draft,
  customer: {
    ...draft.customer,
    preferences: { ...draft.customer.preferences, recovery_consent: isWanted },
  },
});

// Another address is another house, so its run is unknown. A run chosen before any address is kept.
function withoutCoverage(draft: Draft, address: string): Draft {
  const wasCovered = draft.location.coverage.is_covered;
  return {
    ...draft,
    location: {
      address: { formatted: address },
      city: "",
      coverage: { is_covered: false, zip_code: null, verified_at: null, township: null },
      distance: wasCovered ? null : draft.location.distance,
    },
    pricing: emptyPricing(),
  };
}

function covered(
  draft: Draft,
  event: Extract<DraftEvent, { type: "addressCovered" }>,
  now: string,
): Draft {
  return {
    ...draft,
    location: {
      address: { formatted: event.address },
      city: event.city,
      coverage: {
        is_covered: true,
        zip_code: event.zipCode,
        verified_at: now,
        township: event.township,
      },
      distance: draft.location.distance,
    },
  };
}

const withBand = (draft: Draft, chosen: Extract<DraftEvent, { type: "bandChosen" }>): Draft => ({
  ...draft,
  location: {
    ...draft.location,
    distance: {
      band: chosen.band,
      max_distance_ft: chosen.maxDistanceFt,
      selection_source: "user_selection",
      price_cents: chosen.priceCents,
    },
  },
});

const withCoupon = (draft: Draft, code: string | null): Draft =>
  code === draft.pricing.discounts.coupon_code
    ? draft
    : {
        ...draft,
        pricing: {
          ...draft.pricing,
          discounts: { ...draft.pricing.discounts, coupon_code: code },
        },
      };

// The lines are copied from the server.
function priced(draft: Draft, price: PriceLines | null): Draft {
  if (!price) return draft;
  const { pricing } = draft;
  return {
    ...draft,
    pricing: {
      installation: {
        base_price_cents: price.installation_cents,
        distance_band: draft.location.distance?.band ?? null,
      },
      generator: {
        price_cents: price.generator_cents,
        included: draft.generator.choice === "buy_here" && draft.generator.product !== null,
      },
      fees: {
        ...pricing.fees,
        sales_tax_cents: price.sales_tax_cents,
        permit_fee_cents: price.permit_cents,
      },
      discounts: { ...pricing.discounts, discount_amount_cents: price.discount_cents },
      totals: {
        ...pricing.totals,
        subtotal_cents: price.before_tax_cents,
        tax_cents: price.sales_tax_cents,
        total_cents: price.total_cents,
      },
    },
  };
}
