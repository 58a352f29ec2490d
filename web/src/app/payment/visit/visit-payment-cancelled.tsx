import { company } from "#content/company.ts";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { timeOf } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { VisitPage } from "./visit-page.tsx";

/** Back from the card page without paying: nothing was charged, and how to try again (VPC-01). */
export function VisitPaymentCancelled() {
  const { isLoaded } = useDraft();
  const heldUntil = isLoaded ? heldUntilNow(new Date()) : null;

  return (
    <VisitPage>
      <StepHeading
        title={m.payment_visit_cancelled_title()}
        lead={m.payment_visit_cancelled_lead()}
      />
      <Notice tone="success" title={m.payment_visit_cancelled_no_charge()}>
        {/* Its height is kept until it is known whether a day is held. */}
        <p className="min-h-[2lh]">
          {heldUntil && m.payment_visit_cancelled_held({ time: timeOf(heldUntil) })}
        </p>
      </Notice>
      <section>
        <h2 className="text-xl">{m.payment_visit_cancelled_reasons_title()}</h2>
        <ul className="mt-2 grid list-disc gap-2 ps-5">
          {[
            m.payment_visit_cancelled_reasons_1(),
            m.payment_visit_cancelled_reasons_2(),
            m.payment_visit_cancelled_reasons_3(),
            m.payment_visit_cancelled_reasons_4(),
          ].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="cta-green"
          size="lg"
          href={paths.wizard.finalize}
        >
          {m.payment_visit_cancelled_again()}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" size="lg" href={paths.home}>
          {m.payment_visit_cancelled_home()}
        </Button>
      </div>
      <section>
        <h2 className="text-xl">{m.payment_visit_cancelled_support_title()}</h2>
        <p>{m.payment_visit_cancelled_support()}</p>
        <p className="mt-1">
          <a href={telHref(company.phone)}>{company.phone}</a> ·{" "}
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
        <p className="mt-1">{company.supportHours}</p>
      </section>
    </VisitPage>
  );
}

// The server may have extended the hold since, but never shortened it: a time in the future is
// right.
function heldUntilNow(now: Date): string | null {
  const until = readInstallationComplete()?.orderData.holdExpiresAt;
  return until && Date.parse(until) > now.getTime() ? until : null;
}
