import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import VisitPaymentCancelled from "./visit-payment-cancelled.tsx";

export const VisitCancelledRoute = () => (
  <WizardApp path={paths.visitCancelled} step={VisitPaymentCancelled} />
);
