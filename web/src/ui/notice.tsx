import type { ReactNode } from "react";
import { Icon, type IconName } from "#ui/icon.tsx";

export type Tone = "info" | "success" | "warning" | "danger";

export const SIGNS: Record<Tone, IconName> = {
  info: "info",
  success: "success",
  warning: "warning",
  danger: "warning",
};

const GROUNDS: Record<Tone, string> = {
  info: "bg-info-surface",
  success: "bg-success-surface",
  warning: "bg-warning-surface",
  danger: "bg-danger-surface",
};

export const INKS: Record<Tone, string> = {
  info: "text-info",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

type NoticeProps = {
  tone?: Tone | undefined;
  title?: ReactNode | undefined;
  children?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** On a colored ground of its own, a notice is white. */
  isRaised?: boolean | undefined;
  className?: string | undefined;
};

/**
 * Message in context. Tone `danger` interrupts screen readers (role alert); the others wait (role
 * status).
 */
export function Notice({
  tone = "info",
  title,
  children,
  action,
  isRaised = false,
  className = "",
}: NoticeProps) {
  return (
    <div
      className={`notice grid grid-cols-[auto_1fr] gap-3.5 rounded-md border border-transparent px-5 py-4 text-ink [@media(width<15em)]:grid-cols-1 [@media(width<15em)]:px-3 ${isRaised ? "bg-surface-raised" : GROUNDS[tone]} ${className}`.trim()}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon name={SIGNS[tone]} className={INKS[tone]} />
      <div className="grid min-w-0 gap-1 text-base leading-[1.5]">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
