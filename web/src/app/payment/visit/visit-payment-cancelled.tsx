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
import "./visit.css";

/** Back from the card page without paying: nothing was charged, and how to try again (VPC-01). */
export function VisitPaymentCancelled() {
  const { isLoaded } = useDraft();
  const heldUntil = isLoaded ? heldUntilNow(new Date()) : null;

  return (
    <main className="visit" id="content">
      <StepHeading title={words.title} lead={words.lead} />
      <Notice tone="success" title={words.noCharge}>
        <p className="visit__held">{heldUntil && words.held(timeOf(heldUntil))}</p>
      </Notice>
      <section>
        <h2>{words.reasonsTitle}</h2>
        <ul className="visit__reasons">
          {words.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <div className="visit__ways">
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
        <h2>{words.supportTitle}</h2>
        <p>{words.support}</p>
        <p>
          <a href={telHref(company.phone)}>{company.phone}</a> ·{" "}
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
        <p>{words.hours}</p>
      </section>
    </main>
  );
}

// The server may have extended the hold since, but never shortened it: a time in the future is
// right.
function heldUntilNow(now: Date): string | null {
  const until = readInstallationComplete()?.orderData.holdExpiresAt;
  return until && Date.parse(until) > now.getTime() ? until : null;
}
