import { type Amount, wholeDollars } from "#lib/money.ts";

const SIZES = {
  sm: "text-sm",
  md: "",
  lg: "text-2xl leading-[1.1] tracking-[-0.02em]",
  "2xl": "text-3xl leading-[1.1] tracking-[-0.02em]",
  xl: "text-4xl leading-none tracking-[-0.03em]",
};

type PriceProps = {
  cents: Amount;
  size?: keyof typeof SIZES | undefined;
  isStrong?: boolean | undefined;
  /** Color and outer spacing; with size `md`, also the type. */
  className?: string | undefined;
};

/** Whole dollars, in tabular figures so that columns align. */
export function Price({ cents, size = "md", isStrong = true, className = "" }: PriceProps) {
  return (
    <span
      className={`price whitespace-nowrap tabular-nums ${isStrong ? "font-semibold" : "font-normal"} ${SIZES[size]} ${className}`.trim()}
    >
      {wholeDollars(cents)}
    </span>
  );
}
