import type { AriaAttributes, MouseEvent, ReactNode } from "react";
import "./button.css";

const VARIANTS = {
  default: "button--default",
  destructive: "button--destructive",
  outline: "button--outline",
  secondary: "button--secondary",
  ghost: "button--ghost",
  link: "button--link",
  hero: "button--hero",
  "hero-dark": "button--hero-dark",
  "cta-green": "button--cta-green",
  tesla: "button--tesla",
  chat: "button--chat",
  "chat-dark": "button--chat-dark",
} as const;

const SIZES = {
  default: "",
  sm: "button--sm",
  lg: "button--lg",
  xl: "button--xl",
  icon: "button--icon",
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

export const buttonVariants = Object.keys(VARIANTS) as ButtonVariant[];
export const buttonSizes = Object.keys(SIZES) as ButtonSize[];

type ButtonProps = AriaAttributes & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** With an href, it is a link that looks like a button. */
  href?: string | undefined;
  /** Keeps focus and size, ignores clicks, and shows `busyLabel`. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  type?: "button" | "submit" | "reset" | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
};

export function Button({
  variant = "default",
  size = "default",
  href,
  busy = false,
  busyLabel,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const className = ["button", VARIANTS[variant], SIZES[size]].filter(Boolean).join(" ");

  if (href !== undefined) {
    const { disabled: _disabled, name: _name, value: _value, ...link } = rest;
    return (
      <a {...link} className={className} href={href} onClick={onClick}>
        {children}
      </a>
    );
  }
  const handleClick = busy ? (event: MouseEvent<HTMLElement>) => event.preventDefault() : onClick;
  const waiting = busy ? { "aria-busy": true, "aria-disabled": true } : {};
  return (
    <button {...rest} {...waiting} type={type} className={className} onClick={handleClick}>
      {busy && <span className="button__wheel" aria-hidden="true" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
