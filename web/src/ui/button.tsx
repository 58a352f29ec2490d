import type { AriaAttributes, MouseEvent, ReactNode } from "react";

const VARIANTS = {
  default:
    "no-underline border-transparent bg-surface-inverse text-inverse hover:not-disabled:bg-surface-inverse-hover",
  destructive:
    "no-underline border-transparent bg-danger-solid text-danger-ink hover:not-disabled:bg-danger-hover",
  outline:
    "no-underline border-line-strong bg-transparent text-ink hover:not-disabled:bg-glass-surface",
  secondary:
    "no-underline border-transparent bg-glass-surface text-ink hover:not-disabled:bg-glass-hover",
  ghost:
    "no-underline border-transparent bg-transparent text-ink hover:not-disabled:bg-glass-surface",
  link: "border-transparent bg-transparent text-ink underline decoration-1 underline-offset-[0.25em] hover:not-disabled:decoration-2",
  hero: "no-underline border-transparent bg-glow text-glow-ink hover:not-disabled:bg-glow-hover",
  "hero-dark":
    "no-underline border-deep-line bg-deep text-deep-ink hover:not-disabled:bg-deep-hover",
  "cta-green":
    "no-underline border-transparent bg-action text-action-ink hover:not-disabled:bg-action-hover active:not-disabled:bg-action-press",
  tesla:
    "no-underline border-transparent bg-surface-inverse text-inverse hover:not-disabled:bg-surface-inverse-hover",
  chat: "no-underline border-line bg-surface-raised text-ink shadow-md hover:not-disabled:border-line-strong",
  "chat-dark":
    "no-underline border-transparent bg-deep text-deep-ink shadow-md hover:not-disabled:bg-deep-hover",
} as const;

const SIZES = {
  default: "min-h-target py-2 text-base",
  sm: "min-h-9 py-1.5 text-sm",
  lg: "min-h-13 py-3 text-md",
  xl: "min-h-15 py-4 text-lg",
  icon: "min-h-target w-target min-w-target p-0 text-base",
} as const;

// Beside the sizes of the specification, for narrow places.
const MORE_SIZES = {
  md: "min-h-target py-1.5 text-sm",
  narrow: "min-h-target py-2 text-base",
  flush: "min-h-target py-2 text-base",
  "flush-sm": "min-h-9 py-1.5 text-sm",
  board: "min-h-10 py-1.5 text-sm",
  "icon-board": "min-h-10 w-10 min-w-target p-0 text-sm",
  "icon-sm": "min-h-9 w-9 min-w-target p-0 text-base",
  "icon-lg": "h-13 w-13 min-w-13 p-0 text-base",
} as const;

const PADDINGS: Record<string, string> = {
  default: "px-5",
  sm: "px-3.5",
  md: "px-3.5",
  board: "px-5",
  narrow: "px-2",
  lg: "px-7",
  xl: "px-9",
};

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES | keyof typeof MORE_SIZES;

export const buttonVariants = Object.keys(VARIANTS) as ButtonVariant[];
export const buttonSizes = Object.keys(SIZES) as ButtonSize[];

const SHAPES: Partial<Record<ButtonVariant, string>> = {
  hero: "rounded-md font-semibold",
  "hero-dark": "rounded-md font-semibold",
  tesla: "rounded-xs font-medium",
  chat: "rounded-full font-semibold",
  "chat-dark": "rounded-full font-semibold",
};

const widthOf = (variant: ButtonVariant, size: ButtonSize) => {
  if (size.startsWith("icon")) return "";
  if (size.startsWith("flush")) return "px-0";
  if (variant === "tesla") return `min-w-[min(16rem,100%)] ${PADDINGS[size]}`;
  return variant === "link" ? "px-1" : PADDINGS[size];
};

/** Classes of a button, for what has to be another element. */
export function buttonLook(variant: ButtonVariant = "default", size: ButtonSize = "default") {
  const corners = size === "xl" ? "rounded-md" : "rounded-sm";
  const shape = SHAPES[variant] ?? `${corners} font-semibold`;
  return [
    "button forced-colors:border-[ButtonText]",
    shape,
    VARIANTS[variant],
    widthOf(variant, size),
    { ...SIZES, ...MORE_SIZES }[size],
  ].join(" ");
}

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
  /** The id of the form that it submits from outside. */
  form?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  /** Outer spacing and placement only. */
  className?: string | undefined;
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
  className: outside = "",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const className = `${buttonLook(variant, size)} ${outside}`.trim();

  if (href !== undefined) {
    const { disabled: _disabled, form: _form, name: _name, value: _value, ...link } = rest;
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
      {busy && (
        <span
          className="size-[1em] animate-turn rounded-full border-2 border-e-transparent motion-reduce:[animation-duration:4s]"
          aria-hidden="true"
        />
      )}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
