import type { ReactNode } from "react";
import { dollarsAndCents } from "#lib/money.ts";

/** Labels and amounts to the cent, as on a receipt; those above a total sum to it. */
export function MoneyLines({ children }: { children: ReactNode }) {
  return (
    <dl className="tabular-nums" data-sum>
      {children}
    </dl>
  );
}

type MoneyLineProps = {
  name: ReactNode;
  note?: ReactNode | undefined;
  cents: number;
  isTotal?: boolean | undefined;
  /** `sm` for lists in the console, `even` for a total no larger than its lines. */
  size?: "md" | "sm" | "even" | undefined;
};

const LINES = { md: "py-2.5 text-base", sm: "py-1.5 text-sm", even: "py-2.5 text-base" };
const TOTALS = {
  md: "pt-3.5 pb-2.5 text-md font-semibold",
  sm: "pt-1.5 pb-1.5 text-sm font-semibold",
  even: "pt-3.5 pb-2.5 text-md font-semibold",
};
const SUMS = {
  md: "text-2xl leading-[1.1] tracking-[-0.02em]",
  sm: "text-lg leading-[1.1] tracking-[-0.02em]",
  even: "leading-[1.1] tracking-[-0.02em]",
};

export function MoneyLine({ name, note, cents, isTotal = false, size = "md" }: MoneyLineProps) {
  return (
    <div
      {...(isTotal ? { "data-total": "lines" } : { "data-part": "lines" })}
      className={`flex items-baseline justify-between gap-4 border-b border-line leading-[1.4] last:border-b-0 last:pb-0 ${(isTotal ? TOTALS : LINES)[size]}`}
    >
      <dt>
        {name}
        {note && <small className="block text-sm text-quiet">{note}</small>}
      </dt>
      <dd className={`whitespace-nowrap ${isTotal ? SUMS[size] : ""}`.trim()}>
        {dollarsAndCents(cents)}
      </dd>
    </div>
  );
}
