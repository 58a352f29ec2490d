import { useEffect } from "react";
import { company } from "#content/company.ts";
import { useDraft } from "#draft/use-draft.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Loading } from "../../loading.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { ChooseDay } from "./choose-day.tsx";
import { ConfirmedVisit } from "./confirmed-visit.tsx";
import { type Appointment, useLatestAppointment } from "./use-latest-appointment.ts";
import { finalizeWords, paidWords as words } from "./visit-copy.ts";
import { VisitPage } from "./visit-page.tsx";

/** Back from the card page: the appointment, as soon as the payment is confirmed (VPS-01). */
export function VisitPaymentSuccess() {
  const { draft, isLoaded } = useDraft();

  useEffect(() => {
    history.replaceState(history.state, "", location.pathname);
  }, []);

  return (
    <VisitPage>
      {isLoaded ? (
        <Visit
          email={draft.customer.contact.email.trim()}
          windowLabel={draft.scheduling.selected_time_window?.label}
        />
      ) : (
        LOADING
      )}
    </VisitPage>
  );
}

type VisitProps = { email: string; windowLabel: string | undefined };

function Visit({ email, windowLabel }: VisitProps) {
  const { appointment, isLoading, checkAgain } = useLatestAppointment(email);

  if (isLoading) return LOADING;
  if (!appointment) return <NotFound onTryAgain={email ? checkAgain : null} />;
  return <ByStatus {...{ appointment, windowLabel, checkAgain }} />;
}

type ByStatusProps = {
  appointment: Appointment;
  windowLabel: string | undefined;
  checkAgain: () => void;
};

function ByStatus({ appointment, windowLabel, checkAgain }: ByStatusProps) {
  switch (appointment.status) {
    case "confirmed":
      return <ConfirmedVisit appointment={appointment} windowLabel={windowLabel} />;
    case "held":
      return <StillConfirming onCheckAgain={checkAgain} />;
    case "needs_new_date":
      return <ChooseAgain title={finalizeWords.newDateTitle} text={finalizeWords.newDate} />;
    case "expired":
      return <ChooseAgain title={words.overTitle} text={words.over} />;
    case "cancelled":
      return <ChooseAgain title={finalizeWords.cancelledTitle} text={finalizeWords.cancelled} />;
  }
}

const LOADING = <Loading label={words.loading} className="min-h-[50dvh]" />;

function NotFound({ onTryAgain }: { onTryAgain: (() => void) | null }) {
  return (
    <>
      <StepHeading title={words.missingTitle} lead={words.missing} />
      <p>
        {words.missingHelp} <a href={telHref(company.phone)}>{company.phone}</a>
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {onTryAgain && (
          <Button className="max-xs:flex-[1_1_100%]" onClick={onTryAgain}>
            {words.tryAgain}
          </Button>
        )}
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={paths.home}>
          {words.home}
        </Button>
      </div>
    </>
  );
}

function StillConfirming({ onCheckAgain }: { onCheckAgain: () => void }) {
  return (
    <>
      <StepHeading title={words.pendingTitle} lead={words.pending} />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="cta-green"
          size="lg"
          onClick={onCheckAgain}
        >
          {words.checkAgain}
        </Button>
      </div>
      <p>
        {words.pendingBack} <a href={paths.wizard.finalize}>{words.pendingBackLink}</a>
      </p>
    </>
  );
}

const ChooseAgain = ({ title, text }: { title: string; text: string }) => (
  <>
    <StepHeading title={title} />
    <Notice tone="warning" action={<ChooseDay />}>
      {text}
    </Notice>
  </>
);
