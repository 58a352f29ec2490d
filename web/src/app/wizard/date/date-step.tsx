import { Suspense } from "react";
import { Redirect } from "wouter";
import { hasGenerator, isCovered } from "#draft/draft.ts";
import { useDraft } from "#draft/use-draft.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { LazyScreen } from "../../lazy-route.tsx";

import { Step, StepBody } from "../step.tsx";
import { StepHeading } from "../step-heading.tsx";
import { WizardLayout } from "../wizard-layout.tsx";
import { bookingForm } from "./booking-form.ts";

export default function DateArea() {
  return (
    <WizardLayout>
      <DateStep />
    </WizardLayout>
  );
}

/** Step 3. Without the answers of steps 1 and 2 it redirects back to them. */
function DateStep() {
  const { draft, isLoaded } = useDraft();

  if (!isLoaded) return LOADING;
  if (!isCovered(draft) || !draft.location.distance)
    return <Redirect to={paths.wizard.address} replace />;
  if (!hasGenerator(draft)) return <Redirect to={paths.wizard.generator} replace />;
  return (
    <Suspense fallback={LOADING}>
      <LazyScreen screen={bookingForm.screen} props={{}} />
    </Suspense>
  );
}

const LOADING = (
  <Step>
    <StepBody>
      <StepHeading title={m.appointment_date_title()} lead={m.appointment_date_window_note()} />
    </StepBody>
  </Step>
);
