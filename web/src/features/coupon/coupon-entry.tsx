import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";

export type CouponJob = Pick<Schemas["CouponCheckIn"], "location" | "generator">;
export type CouponLines = Schemas["CouponPriceOut"];
/** An accepted coupon and the price lines with it; null when there is none. */
export type AppliedCoupon = { code: string; lines: CouponLines } | null;

type CouponEntryProps = {
  job: CouponJob;
  /** The code applied before, checked again when this mounts. */
  code: string | null;
  onCounted: (coupon: AppliedCoupon) => void;
};

/** Coupon field; the server computes the discount. */
export function CouponEntry({ job, code, onCounted }: CouponEntryProps) {
  const [codeText, setCodeText] = useState(code ?? "");
  const [off, setOff] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (code: string) =>
      unwrap(api.POST("/api/coupons/check", { body: { code, ...job } }), { isRepeatable: true }),
    onSuccess: (lines) => {
      setOff(lines.discount_cents);
      onCounted({ code: codeText.trim(), lines });
    },
    onError: () => onCounted(null),
  });

  const checkAgain = useEffectEvent(() => {
    if (code) mutate(code);
  });
  useEffect(() => {
    checkAgain();
  }, []);

  const apply = () => {
    if (isPending) return;
    setOff(null);
    setMissing(codeText.trim() === "");
    if (codeText.trim() !== "") mutate(codeText.trim());
  };

  return (
    <div className="grid max-w-96 gap-2 py-2">
      <TextField
        label={m.coupon_code()}
        name="coupon"
        value={codeText}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        error={isMissing ? m.coupon_required() : error === null ? undefined : couponError(error)}
        onChange={(text) => {
          setCodeText(text);
          setOff(null);
          reset();
          onCounted(null);
        }}
        onKeyDown={(event) => event.key === "Enter" && apply()}
      />
      <Button variant="outline" busy={isPending} busyLabel={m.coupon_applying()} onClick={apply}>
        {m.coupon_apply()}
      </Button>
      {off !== null && (
        <Notice tone="success">{m.coupon_taken({ amount: wholeDollars(off) })}</Notice>
      )}
    </div>
  );
}

function couponError(failure: unknown): string {
  return (
    (failure instanceof Problem && m.coupon_by_code({ code: failure.code })) || m.coupon_failed()
  );
}
