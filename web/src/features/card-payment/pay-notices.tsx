import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import type { PaymentError } from "./payment-error.ts";

export const TestModeNotice = () => (
  <Notice tone="info" title={copy.testTitle}>
    {copy.test}
  </Notice>
);

export const PaySecure = () => (
  <p className="grid grid-cols-[auto_1fr] gap-3 text-sm text-quiet">
    <Icon name="lock" size="sm" />
    {copy.secure}
  </p>
);

type PayRefusedProps = { refusal: PaymentError; chooseAgain: ReactNode };

/** Why the payment could not start, with what to do next and the phone number. */
export const PayRefused = ({ refusal, chooseAgain }: PayRefusedProps) => (
  <Notice tone="danger" action={refusal.wayOn === "day" && chooseAgain}>
    {refusal.words} {copy.orCall} <a href={telHref(company.phone)}>{company.phone}</a>
  </Notice>
);
