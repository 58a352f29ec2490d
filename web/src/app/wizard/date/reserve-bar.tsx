import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { company } from "#content/company.ts";
import type { Draft } from "#draft/draft.ts";
import { pathOfStep } from "#draft/steps.ts";
import { useDraft } from "#draft/use-draft.ts";
import type { ReserveError } from "#features/appointment/use-reserve.ts";
import type { AppliedCoupon, CouponJob, CouponLines } from "#features/coupon/coupon-entry.tsx";
import { PriceSummary } from "#features/price-summary/price-summary.tsx";
import { shortDay } from "#lib/dates.ts";
import { wholeDollars } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepBar, StepBody } from "../step.tsx";
import type { PriceState } from "../use-price.ts";

type ReserveBarProps = {
  draft: Draft;
  prices: PriceState;
  isWaiting: boolean;
  refusal: ReserveError | null;
  missing: string | null;
  isBusy: boolean;
  onReserve: () => void;
};

/**
 * Bottom bar of the date step: price, chosen day, button, and the domain error if the reservation was
 * refused.
 */
export function ReserveBar({
  draft,
  prices,
  isWaiting,
  refusal,
  missing,
  isBusy,
  onReserve,
}: ReserveBarProps) {
  const { book, isFailed } = prices;
  const [discounted, setDiscounted] = useState<CouponLines | null>(null);
  const price = prices.price && { ...prices.price, ...discounted };
  const fee = book?.scheduling_fee_cents ?? draft.payment.scheduling_fee.amount_cents;
  return (
    <>
      <StepBody>
        {price && !isWaiting && (
          <PriceSummary
            price={price}
            packageName={packageName(prices, draft)}
            generatorName={generatorName(draft)}
            schedulingFeeCents={fee}
          />
        )}
        {price && !isWaiting && <CouponPart draft={draft} onLines={setDiscounted} />}
        {isFailed && <Notice tone="warning">{m.price_summary_failed()}</Notice>}
      </StepBody>
      <StepBar
        label={m.wizard_price_total()}
        cents={price?.total_cents ?? null}
        note={m.wizard_fee_today({ fee: wholeDollars(fee) })}
        missing={missing}
        above={
          <>
            <DayChosen scheduling={draft.scheduling} />
            {refusal && <RefusalNotice refusal={refusal} />}
          </>
        }
      >
        <Button
          variant="cta-green"
          size="lg"
          busy={isBusy}
          busyLabel={m.appointment_date_reserving()}
          onClick={onReserve}
        >
          {m.appointment_date_reserve()}
        </Button>
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

function packageName({ book }: PriceState, { location }: Draft): string {
  const band = book?.bands.find((each) => each.band === location.distance?.band);
  return band?.package_name ?? "";
}

const generatorName = ({ generator: { choice, product } }: Draft): string | null =>
  choice === "buy_here" && product ? `${product.brand} ${product.kw} kW` : null;

function RefusalNotice({ refusal }: { refusal: ReserveError }) {
  return (
    <div className="col-span-full">
      <Notice tone="danger">
        <p>{refusal.words}</p>
        <p>
          <FixHint at={refusal.mendAt} />
          <a className={LINK} href={telHref(company.phone)}>
            {m.appointment_refusal_or_call({ phone: company.phone })}
          </a>
        </p>
      </Notice>
    </div>
  );
}

const LINK = "me-4 inline-block py-1";

const FIXES: Partial<Record<ReserveError["mendAt"], { href: string; label: string }>> = {
  address: { href: paths.wizard.address, label: m.appointment_refusal_change_address() },
  generator: { href: pathOfStep("generator"), label: m.appointment_refusal_change_generator() },
  order: { href: paths.wizard.finalize, label: m.appointment_refusal_finish() },
};

function FixHint({ at }: { at: ReserveError["mendAt"] }) {
  const fix = FIXES[at];
  if (!fix) return null;
  return (
    <Link className={LINK} href={fix.href}>
      {fix.label}
    </Link>
  );
}

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
