import { lazy, Suspense, useState } from "react";
import type { Draft } from "#draft/draft.ts";
import { useDraft } from "#draft/use-draft.ts";
import { couponWords as words } from "#features/coupon/copy.ts";
import type { AppliedCoupon, CouponJob, CouponLines } from "#features/coupon/coupon-entry.tsx";

// Few visitors have a code, so the field is loaded only on demand.
const CouponEntry = lazy(async () => ({
  default: (await import("#features/coupon/coupon-entry.tsx")).CouponEntry,
}));

type CouponPartProps = { draft: Draft; onLines: (lines: CouponLines | null) => void };

export function CouponPart({ draft, onLines }: CouponPartProps) {
  const { record } = useDraft();
  const code = draft.pricing.discounts.coupon_code;
  const [isOpen, setOpen] = useState(code !== null);

  const storeCoupon = (coupon: AppliedCoupon) => {
    record({ type: "couponCounted", code: coupon?.code ?? null });
    onLines(coupon?.lines ?? null);
  };

  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.ask}</summary>
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
