import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";

/** The company's phone number, to call. */
export const PhoneLink = ({ className }: { className?: string }) => (
  <a className={className} href={telHref(company.phone)}>
    {company.phone}
  </a>
);

type RefusalProps = { action?: ReactNode; isRaised?: boolean; children: ReactNode };

/** Why something was refused, and the number to call about it. */
export const Refusal = ({ children, ...notice }: RefusalProps) => (
  <Notice tone="danger" {...notice}>
    {children} {m.or_call_us()} <PhoneLink />
  </Notice>
);
