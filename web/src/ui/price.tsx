import { wholeDollars } from "#lib/money.ts";
import "./price.css";

type PriceProps = { cents: number; size?: "sm" | "md" | "lg" | "xl" | undefined };

/** Whole dollars; figures of one width, so that columns of them line up. */
export function Price({ cents, size = "md" }: PriceProps) {
  return <span className={`price price--${size}`}>{wholeDollars(cents)}</span>;
}
