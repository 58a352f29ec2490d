import { Route, Switch } from "wouter";
import { paths } from "#lib/paths.ts";
import { WizardLayout } from "../wizard/wizard-layout.tsx";
import { ConfirmStep, FinalizeStep } from "./payment-steps.tsx";
import { VisitPaymentCancelled } from "./visit/visit-cancelled.tsx";
import { VisitPaymentSuccess } from "./visit/visit-pages.tsx";

/** From the reservation to the confirmed appointment. */
export default function Payment() {
  return (
    <WizardLayout>
      <Switch>
        <Route path={paths.wizard.finalize} component={FinalizeStep} />
        <Route path={paths.wizard.confirm} component={ConfirmStep} />
        <Route path={paths.visitPaid} component={VisitPaymentSuccess} />
        <Route path={paths.visitCancelled} component={VisitPaymentCancelled} />
      </Switch>
    </WizardLayout>
  );
}
