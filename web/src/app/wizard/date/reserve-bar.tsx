import { lazy, Suspense, useState } from "react";
import { bandRange } from "#business/bands.ts";
import type { Draft } from "#draft/draft.ts";
import { useDraft } from "#draft/use-draft.ts";
import type { AppliedCoupon, CouponJob, CouponLines } from "#features/coupon/coupon-entry.tsx";
import { PriceSummary } from "#features/price-summary/price-summary.tsx";
import { shortDay } from "#lib/dates.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SaveQuote } from "../save-quote/save-quote.tsx";
import { StepBar, StepBody } from "../step.tsx";
import type { PriceState } from "../use-price.ts";
import { modulesMissing } from "./modules-missing.ts";

type ReserveBarProps = {
  draft: Draft;
  prices: PriceState;
  isWaiting: boolean;
  missing: string | null;
  isBusy: boolean;
  /** Pressed before the calendar is there. */
  isPressed: boolean;
};

// The button stands in the bar, outside of the form that it submits as Enter in a field does.
export const RESERVATION = "reservation";

/** What the step costs, and its bottom bar: price, chosen day and button. */
export function ReserveBar({
  draft,
  prices,
  isWaiting,
  missing,
  isBusy,
  isPressed,
}: ReserveBarProps) {
  const { book, isFailed } = prices;
  const [discounted, setDiscounted] = useState<CouponLines | null>(null);
  const price = prices.price && { ...prices.price, ...discounted };
  const missingModules = modulesMissing(draft);
  const fee = book?.scheduling_fee_cents ?? draft.payment.scheduling_fee.amount_cents;
  return (
    <>
      <StepBody>
        {price && !isWaiting && (
          <PriceSummary
            price={price}
            reach={reachOf(draft)}
            generatorName={generatorName(draft)}
            schedulingFeeCents={fee}
          />
        )}
        {price && !isWaiting && missingModules > 0 && (
          <p className="font-semibold">{m.appointment_date_modules({ count: missingModules })}</p>
        )}
        {price && !isWaiting && <CouponPart draft={draft} onLines={setDiscounted} />}
        {isFailed && <Notice tone="warning">{m.price_summary_failed()}</Notice>}
      </StepBody>
      <StepBar
        label={m.wizard_price_total()}
        cents={price?.total_cents ?? null}
        note={m.wizard_fee_today({ fee: wholeDollars(fee) })}
        missing={missing}
        above={<DayChosen scheduling={draft.scheduling} />}
      >
        <Button
          variant="cta-green"
          size="lg"
          busy={isBusy || isPressed}
          busyLabel={isBusy ? m.appointment_date_reserving() : undefined}
          type="submit"
          form={RESERVATION}
        >
          {m.appointment_date_reserve()}
        </Button>
        {!isFailed && <SaveQuote draft={draft} isReady={price !== null} />}
      </StepBar>
    </>
  );
}

function DayChosen({ scheduling }: Pick<Draft, "scheduling">) {
  const { selected_date: day, selected_time_window: window } = scheduling;
  return (
    <p className="text-end text-xs leading-[1.3] text-quiet lg:text-start lg:text-sm">
      <strong className="block text-ink">
        {day ? shortDay(day) : m.appointment_date_not_selected()}
      </strong>
      {day && window?.label}
    </p>
  );
}

const reachOf = ({ location: { distance } }: Draft): string =>
  distance ? bandRange(distance.band) : "";

const generatorName = ({ generator: { choice, product } }: Draft): string | null =>
  choice === "buy_here" && product ? `${product.brand} ${product.kw} kW` : null;

// Few visitors have a code, so the field is loaded only on demand.
const CouponEntry = lazy(async () => ({
  default: (await import("#features/coupon/coupon-entry.tsx")).CouponEntry,
}));

type CouponPartProps = { draft: Draft; onLines: (lines: CouponLines | null) => void };

function CouponPart({ draft, onLines }: CouponPartProps) {
  const { record } = useDraft();
  const code = draft.pricing.discounts.coupon_code;
  const [isOpen, setOpen] = useState(code !== null);

  const storeCoupon = (coupon: AppliedCoupon) => {
    record({ type: "couponCounted", code: coupon?.code ?? null });
    onLines(coupon?.lines ?? null);
  };

  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.coupon_ask()}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <CouponEntry job={jobOf(draft)} code={code} onCounted={storeCoupon} />
        </Suspense>
      )}
    </details>
  );
}

const jobOf = ({ location, generator }: Draft): CouponJob =>
  ({ location, generator }) as unknown as CouponJob;
