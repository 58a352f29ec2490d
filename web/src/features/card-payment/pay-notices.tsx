import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { wholeDollars } from "#lib/money.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import type { PaymentError } from "./use-checkout.ts";

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
  <Notice tone="danger" action={refusal.wayOn === "day" && chooseAgain}>
    {refusal.words} {m.or_call_us()} <a href={telHref(company.phone)}>{company.phone}</a>
  </Notice>
);

const TERM = "grid grid-cols-[auto_1fr] gap-3 leading-[1.5]";

/** What the scheduling fee pays for, and when it is refunded (FIN-01.2). */
export function FeeTerms({ cents }: { cents: number }) {
  const amount = wholeDollars(cents);

  return (
    <section aria-labelledby="fee-terms">
      <h2 className="text-xl" id="fee-terms">
        {m.card_payment_buys_title({ amount })}
      </h2>
      <ul className="mt-4 grid gap-4">
        {[m.card_payment_buys_1(), m.card_payment_buys_2({ amount }), m.card_payment_buys_3()].map(
          (sentence) => (
            <li className={TERM} key={sentence}>
              <Icon className="mt-[0.2em] text-success" name="check" size="sm" />
              <span>{sentence}</span>
            </li>
          ),
        )}
        <li className={TERM}>
          <Icon className="mt-[0.2em] text-quiet" name="info" size="sm" />
          <span>{m.card_payment_buys_not()}</span>
        </li>
      </ul>
    </section>
  );
}
