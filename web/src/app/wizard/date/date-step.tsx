import { Redirect } from "wouter";
import { hasBookings, useMyBookings } from "#api/my-booking.ts";
import { stepsBefore } from "#draft/steps.ts";
import { useDraft } from "#draft/use-draft.ts";
import { stripOf } from "#features/booking-strip/strip.ts";
import { m } from "#paraglide/messages.js";
import { Step, StepBody, StepHeading } from "../step.tsx";
import { WizardLayout } from "../wizard-layout.tsx";
import { Booking } from "./booking.tsx";

export default function DateArea() {
  return (
    <WizardLayout>
      <DateStep />
    </WizardLayout>
  );
}

/**
 * Day and contact. A new tab of a visitor with a booking leads to it; otherwise redirects to the
 * first step before it that has no answers.
 */
function DateStep() {
  const { draft, isLoaded } = useDraft();
  const open = stepsBefore("date").find((step) => !step.isComplete(draft));
  const isNewTab = isLoaded && draft.location.address.formatted === "";
  const standing = useMyBookings({ enabled: isNewTab && hasBookings() });

  if (!isLoaded || standing.isLoading) return LOADING;
  const strip = isNewTab ? stripOf(standing.data ?? [], new Date()) : null;
  if (strip && strip.kind !== "lost") return <Redirect to={strip.path} replace />;
  if (open) return <Redirect to={open.path} replace />;
  return <Booking />;
}

const LOADING = (
  <Step>
    <StepBody>
      <StepHeading title={m.appointment_date_title()} lead={m.appointment_date_window_note()} />
    </StepBody>
  </Step>
);
