import type { ReactNode } from "react";
import { Price } from "#ui/price.tsx";

type StepBarProps = {
  label: string;
  cents: number | null;
  note?: string | null;
  /** What is still missing before the visitor can go on. */
  missing?: string | null;
  children: ReactNode;
};

/** The price and the way on: at the thumb on a phone, beside the step on a wide screen. */
export function StepBar({ label, cents, note, missing, children }: StepBarProps) {
  return (
    <aside className="step-bar" aria-label={label}>
      <div className="step-bar__inner">
        <div className="step-bar__price" aria-live="polite">
          <span className="step-bar__label">{label}</span>
          {cents === null ? (
            <span className="step-bar__none">–</span>
          ) : (
            <Price cents={cents} size="lg" />
          )}
          {note && <span className="step-bar__note">{note}</span>}
        </div>
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
