import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import VisitPaymentSuccess from "./visit-payment-success.tsx";

export const VisitPaidRoute = () => <WizardApp path={paths.visitPaid} step={VisitPaymentSuccess} />;
