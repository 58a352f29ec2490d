import type { Control } from "react-hook-form";
import * as v from "valibot";
import { feeCancelHours, feeCreditDays, feeName, priceRise } from "#business/terms.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Checkbox } from "#ui/checkbox.tsx";
import { ticked, useFormCheckbox } from "#ui/form.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";

/** The three agreements that are required before paying (FIN-01.3). */
export const agreementsSchema = v.object({
  terms_accepted: ticked(m.agreements_errors_terms_accepted()),
  privacy_policy_accepted: ticked(m.agreements_errors_terms_accepted()),
  scheduling_fee_acknowledged: ticked(
    m.agreements_errors_scheduling_fee_acknowledged({ fee: feeName }),
  ),
});

export type Agreed = v.InferOutput<typeof agreementsSchema>;

type AgreementsProps = {
  control: Control<Agreed>;
  /** Formatted, e.g. "$100". */
  feeAmount: string;
  /** Whether the fee comes back whenever the visitor cancels, as staff may set it. */
  isRefundable: boolean;
};

/** Two checkboxes for the three agreements, none checked initially; each shows its own error. */
export function Agreements({ control, feeAmount, isRefundable }: AgreementsProps) {
  const fee = { amount: feeAmount, fee: feeName, days: feeCreditDays, percent: priceRise };
  const terms = useFormCheckbox(control, "terms_accepted");
  const privacy = useFormCheckbox(control, "privacy_policy_accepted");

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 p-0 text-xl leading-snug font-semibold tracking-[-0.012em]">
        {m.agreements_title()}
      </legend>
      <Checkbox
        {...terms}
        onChange={(checked) => {
          terms.onChange(checked);
          privacy.onChange(checked);
        }}
        label={
          <>
            <Reading
              before={m.agreements_terms_before()}
              link={m.agreements_terms_link()}
              href={paths.legal.terms}
            />
            <Reading
              before={m.agreements_privacy_before()}
              link={m.agreements_privacy_link()}
              href={paths.legal.privacy}
            />
          </>
        }
      />
      <Checkbox
        {...useFormCheckbox(control, "scheduling_fee_acknowledged")}
        label={
          isRefundable
            ? m.agreements_fee_refundable(fee)
            : m.agreements_fee({ ...fee, hours: feeCancelHours })
        }
      />
    </fieldset>
  );
}

type ReadingProps = { before: string; link: string; href: string };

const Reading = ({ before, link, href }: ReadingProps) => (
  <>
    {before}
    <a href={href} target="_blank" rel="noreferrer">
      {link}
      <VisuallyHidden> {m.agreements_opens_new()}</VisuallyHidden>
    </a>
  </>
);
