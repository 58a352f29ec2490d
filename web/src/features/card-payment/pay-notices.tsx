import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import type { PayRefusal } from "./refusal.ts";
import "./card-payment.css";

export const TestModeNotice = () => (
  <Notice tone="info" title={copy.testTitle}>
    {copy.test}
  </Notice>
);

export const PaySecure = () => (
  <p className="pay-secure">
    <Icon name="lock" size="sm" />
    {copy.secure}
  </p>
);

type PayRefusedProps = { refusal: PayRefusal; chooseAgainHref: string };

/** Why paying did not begin, with the way on and the phone. */
export function PayRefused({ refusal, chooseAgainHref }: PayRefusedProps) {
  const chooseAgain = refusal.wayOn === "day" && (
    <Button variant="outline" href={chooseAgainHref}>
      {copy.chooseAgain}
    </Button>
  );

  return (
    <Notice tone="danger" action={chooseAgain}>
      {refusal.words} {copy.orCall} <a href={telHref(company.phone)}>{company.phone}</a>
    </Notice>
  );
}
