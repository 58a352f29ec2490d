import type { ReactNode } from "react";
import type { Amount } from "#lib/money.ts";
import { Price } from "#ui/price.tsx";

const PRICE = "text-[2.125rem] leading-[1.1] tracking-[-0.03em] lg:text-4xl";

type StepBarProps = {
  label: string;
  cents: Amount | null;
  note?: string | null;
  /** What is missing before the visitor can continue. */
  missing?: string | null;
  /** Content between the price and the button: the chosen day, an error. */
  above?: ReactNode;
  children: ReactNode;
};

/** Price and Next button: fixed to the bottom on a phone, beside the step on a wide screen. */
export function StepBar({ label, cents, note, missing, above, children }: StepBarProps) {
  return (
    <aside className={`step-bar${above ? " step-bar--tall" : ""}`} aria-label={label}>
      <div className="step-bar__inner">
        <div className="step-bar__price" aria-live="polite">
          <span className="step-bar__label">{label}</span>
          {cents === null ? (
            <span className={`font-semibold whitespace-nowrap tabular-nums ${PRICE}`}>–</span>
          ) : (
            <Price cents={cents} className={PRICE} />
          )}
          {note && <span className="step-bar__note">{note}</span>}
        </div>
        {above}
        <div className="step-bar__way">
          {children}
          {missing && (
            <p id="step-missing" className="step-bar__missing">
              {missing}
            </p>
          )}
        </div>
      </div>
    </aside>
  );
}
