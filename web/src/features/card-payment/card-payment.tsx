import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import {
  feeCancelHours,
  feeCreditDays,
  feeIncludes,
  feeName,
  freeRescheduleHours,
  priceRise,
} from "#business/terms.ts";

import { clockOf, daysFromNow, untilWords, wallClockBefore } from "#lib/dates.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Refusal } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Table } from "#ui/table.tsx";
import { useNow } from "#ui/use-now.ts";
import { usePageReturn } from "#ui/use-page-return.ts";

export const TestModeNotice = () => (
  <Notice tone="info" title={m.payment_test_mode_title()}>
    {m.payment_test_mode()}
  </Notice>
);

export const PaySecure = () => (
  <p className="grid grid-cols-[auto_1fr] gap-3 text-sm text-quiet">
    <Icon name="lock" size="sm" />
    {m.card_payment_secure()}
  </p>
);

type PayRefusedProps = { refusal: PaymentError; chooseAgain: ReactNode };

/** Why the payment could not start, with what to do next and the phone number. */
export const PayRefused = ({ refusal, chooseAgain }: PayRefusedProps) => (
  <Refusal action={refusal.wayOn === "day" && chooseAgain}>{refusal.words}</Refusal>
);

type FeeTermsProps = { order: Pick<Schemas["OrderOut"], "appointment" | "scheduling_fee"> };

/** What becomes of the fee, with the dates of this order (FEE-01.2, FIN-01.2). */
export function FeeTerms({ order: { appointment, scheduling_fee } }: FeeTermsProps) {
  const amount = wholeDollars(scheduling_fee.amount_cents);
  const hoursBefore = (hours: number) =>
    wallClockBefore(appointment.day, clockOf(appointment.start_at), hours);
  const back = m.card_payment_fee_back({ amount });
  const rows = [
    {
      when: m.card_payment_fee_go_ahead(),
      detail: m.card_payment_fee_go_ahead_by({
        day: daysFromNow(feeCreditDays),
        days: feeCreditDays,
      }),
      outcome: m.card_payment_fee_credited({ amount }),
    },
    {
      when: m.card_payment_fee_not_feasible(),
      detail: m.card_payment_fee_not_feasible_why({ percent: priceRise }),
      outcome: back,
    },
    ...(scheduling_fee.refundable
      ? [{ when: m.card_payment_fee_cancel(), outcome: back }]
      : [
          {
            when: m.card_payment_fee_cancel_early({ until: hoursBefore(feeCancelHours) }),
            detail: m.card_payment_fee_cancel_early_by({ hours: feeCancelHours }),
            outcome: m.card_payment_fee_kept_as_credit({
              days: feeCreditDays,
              day: daysFromNow(feeCreditDays),
            }),
          },
          { when: m.card_payment_fee_cancel_late(), outcome: m.card_payment_fee_kept() },
        ]),
  ];

  return (
    <section aria-labelledby="fee-terms">
      <h2 className="text-xl" id="fee-terms">
        {m.card_payment_fee_title({ amount })}
      </h2>
      <p className="mt-2">{m.card_payment_fee_buys({ fee: feeName, includes: feeIncludes })}</p>
      <Table
        className="mt-4 w-full border-collapse text-start"
        headClass="text-sm text-quiet"
        columns={[
          { name: m.card_payment_fee_if(), className: "pb-2 text-start font-normal" },
          { name: m.card_payment_fee_then({ amount }), className: "pb-2 text-end font-normal" },
        ]}
      >
        {rows.map(({ when, detail, outcome }) => (
          <tr className="border-t border-line align-top" key={when}>
            <th className="py-3 pe-4 text-start font-normal leading-[1.4]" scope="row">
              <span className="font-semibold">{when}</span>
              {detail && <span className="block text-sm text-quiet">{detail}</span>}
            </th>
            <td className="w-2/5 py-3 text-end leading-[1.4] font-semibold">{outcome}</td>
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-sm text-quiet">
        {m.card_payment_fee_reschedule({ until: hoursBefore(freeRescheduleHours) })}
      </p>
    </section>
  );
}

type HoldCountdownProps = { until: string | null; chooseAgain: ReactNode };

const COUNTED_DOWN_MS = 5 * 60_000;

/** Until when the day is held; counted down in the last minutes. Says when the hold has expired. */
export function HoldCountdown({ until, chooseAgain }: HoldCountdownProps) {
  const now = useNow(1000);
  const left = until ? timeLeft(until, now) : null;

  if (!until || !left)
    return (
      <Notice tone="warning" title={m.hold_ended()} action={chooseAgain}>
        {m.card_payment_hold_over_text()}
      </Notice>
    );
  const held = m.card_payment_hold_until({ time: untilWords(until) });
  if (Date.parse(until) - now > COUNTED_DOWN_MS)
    return (
      <p className="grid max-w-none grid-cols-[auto_1fr] items-center gap-3 text-quiet">
        <Icon name="clock" size="sm" />
        {held}
      </p>
    );
  return (
    <p className="grid max-w-none grid-cols-[auto_1fr_auto] items-center gap-3 rounded-md bg-emphasis-surface px-5 py-3 font-semibold">
      <Icon className="text-emphasis" name="clock" />
      {held}
      <span
        className="text-xl leading-[1.2] text-emphasis tabular-nums"
        role="timer"
        aria-live="off"
      >
        {left}
      </span>
    </p>
  );
}

/** Time left of a hold as "34:07"; null when it has expired. */
export function timeLeft(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (!(seconds > 0)) return null;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

type CheckoutRequest = { orderId: string; agreements: Schemas["AgreementsIn"] };
type CheckoutCallbacks = { onOpened: (url: string) => void; onRefused: () => void };

/**
 * Opens the card provider's checkout page for an order's scheduling fee; `onOpened` gets its URL.
 * When the visitor comes back from it, the button is enabled again.
 */
export function useCheckout({ onOpened, onRefused }: CheckoutCallbacks) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ orderId, agreements }: CheckoutRequest) =>
      unwrap(
        api.POST("/api/checkout-sessions", {
          body: { orderId, purpose: "scheduling_fee", agreements },
        }),
        { isRepeatable: true },
      ),
    onSuccess: ({ url }) => onOpened(url),
    onError: onRefused,
  });
  usePageReturn(reset);

  return {
    open: (request: CheckoutRequest) => mutate(request),
    isOpening: isPending || isSuccess,
    refusal: error ? paymentError(error) : null,
  };
}

export type PaymentError = {
  words: string;
  /** What to do: try again, choose another day, or nothing because no fee is due. */
  wayOn: "again" | "day" | "confirm";
};

const NOTHING_TO_PAY = new Set(["already_paid", "nothing_due"]);
const TIMES_UP = new Set(["hold_expired", "day_full", "day_not_offered"]);
const WORDS: Record<string, string> = {
  cards_down: m.card_payment_refusals_cards_down(),
  busy: m.card_payment_refusals_cards_down(),
  offline: m.card_payment_refusals_offline(),
  timeout: m.card_payment_refusals_offline(),
};

export function paymentError(failure: unknown): PaymentError {
  if (!(failure instanceof Problem)) return { words: m.payment_page_failed(), wayOn: "again" };
  const { code, status } = failure;
  if (NOTHING_TO_PAY.has(code)) return { words: "", wayOn: "confirm" };
  if (TIMES_UP.has(code)) return { words: m.card_payment_refusals_hold_expired(), wayOn: "day" };
  const byStatus = status === 429 ? m.card_payment_refusals_too_often() : m.payment_page_failed();
  return { words: WORDS[code] ?? byStatus, wayOn: "again" };
}
