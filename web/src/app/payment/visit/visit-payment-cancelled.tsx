import { company } from "#content/company.ts";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { timeOf } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { cancelledWords as words } from "./visit-copy.ts";
import { VisitPage } from "./visit-page.tsx";

/** Back from the card page without paying: nothing was charged, and how to try again (VPC-01). */
export function VisitPaymentCancelled() {
  const { isLoaded } = useDraft();
  const heldUntil = isLoaded ? heldUntilNow(new Date()) : null;

  return (
    <VisitPage>
      <StepHeading title={words.title} lead={words.lead} />
      <Notice tone="success" title={words.noCharge}>
        {/* Its height is kept until it is known whether a day is held. */}
        <p className="min-h-[2lh]">{heldUntil && words.held(timeOf(heldUntil))}</p>
      </Notice>
      <section>
        <h2 className="text-xl">{words.reasonsTitle}</h2>
        <ul className="mt-2 grid list-disc gap-2 ps-5">
          {words.reasons.map((reason) => (
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
          {words.again}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" size="lg" href={paths.home}>
          {words.home}
        </Button>
      </div>
      <section>
        <h2 className="text-xl">{words.supportTitle}</h2>
        <p>{words.support}</p>
        <p className="mt-1">
          <a href={telHref(company.phone)}>{company.phone}</a> ·{" "}
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
        <p className="mt-1">{words.hours}</p>
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
