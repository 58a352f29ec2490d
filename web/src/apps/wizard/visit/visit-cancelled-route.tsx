import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import VisitPaymentCancelled from "./visit-payment-cancelled.tsx";

/** The wizard as the page after a payment that was left carries it. */
export const VisitCancelledRoute = () => (
  <WizardApp path={paths.visitCancelled} step={VisitPaymentCancelled} />
);
