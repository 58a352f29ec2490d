import { Fragment, type ReactNode } from "react";

/**
 * A message with elements in it, such as a link, wherever its language has them:
 * `withParts(m.contact({ phone: "{phone}" }), { phone: <PhoneLink /> })`.
 */
export const withParts = (message: string, parts: Record<string, ReactNode>): ReactNode =>
  message
    .split(/\{(\w+)\}/)
    .map((text, at) => (at % 2 ? <Fragment key={text}>{parts[text]}</Fragment> : text));
