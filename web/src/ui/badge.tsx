import type { ReactNode } from "react";
import type { Tone } from "#ui/notice.tsx";

export type BadgeTone = Tone | "quiet";

const TONES: Record<BadgeTone, string> = {
  quiet: "bg-surface-sunken text-quiet",
  info: "bg-info-surface text-info",
  success: "bg-success-surface text-success",
  warning: "bg-warning-surface text-warning",
  danger: "bg-danger-surface text-danger",
};

const SIZES = { md: "px-2.5 py-0.75 text-xs", sm: "px-1 text-[0.75rem]" };

type BadgeProps = {
  tone?: BadgeTone | undefined;
  size?: keyof typeof SIZES | undefined;
  /** Outer spacing and placement only. */
  className?: string | undefined;
  children: ReactNode;
};

/** Status label of one or two words. */
export function Badge({ tone = "quiet", size = "md", className = "", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center rounded-full leading-[1.4] font-semibold whitespace-nowrap forced-colors:border ${SIZES[size]} ${TONES[tone]} ${className}`.trim()}
    >
      {children}
    </span>
  );
}
