import { type Amount, wholeDollars } from "#lib/money.ts";
import "./price.css";

type PriceProps = { cents: Amount; size?: "sm" | "md" | "lg" | "xl" | undefined };

/** Whole dollars, in tabular figures so that columns align. */
export function Price({ cents, size = "md" }: PriceProps) {
  return <span className={`price price--${size}`}>{wholeDollars(cents)}</span>;
}
