import type { ReactNode } from "react";
import { Icon, type IconName } from "#ui/icon.tsx";
import "./notice.css";

export type Tone = "info" | "success" | "warning" | "danger";

export const SIGNS: Record<Tone, IconName> = {
  info: "info",
  success: "success",
  warning: "warning",
  danger: "warning",
};

export const tones = Object.keys(SIGNS) as Tone[];

type NoticeProps = {
  tone?: Tone | undefined;
  title?: ReactNode | undefined;
  children?: ReactNode | undefined;
  action?: ReactNode | undefined;
};

/**
 * Message in context. Tone `danger` interrupts screen readers (role alert); the others wait (role
 * status).
 */
export function Notice({ tone = "info", title, children, action }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={SIGNS[tone]} />
      <div className="notice__words">
        {title && <p className="notice__title">{title}</p>}
        {children && <div className="notice__text">{children}</div>}
        {action && <div className="notice__action">{action}</div>}
      </div>
    </div>
  );
}
