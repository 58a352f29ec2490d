import type { ReactNode } from "react";
import { dollarsAndCents } from "#lib/money.ts";
import "./money-lines.css";

/** Labels and amounts to the cent, as on a receipt. */
export function MoneyLines({ children }: { children: ReactNode }) {
  return <dl className="money-lines">{children}</dl>;
}

type MoneyLineProps = {
  name: ReactNode;
  note?: ReactNode | undefined;
  cents: number;
  isTotal?: boolean | undefined;
};

export function MoneyLine({ name, note, cents, isTotal = false }: MoneyLineProps) {
  return (
    <div className="money-lines__line" data-total={isTotal || undefined}>
      <dt>
        {name}
        {note && <small>{note}</small>}
      </dt>
      <dd>{dollarsAndCents(cents)}</dd>
    </div>
  );
}
