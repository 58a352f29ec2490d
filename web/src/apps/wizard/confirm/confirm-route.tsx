import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import ConfirmStep from "./confirm-step.tsx";

export const ConfirmRoute = () => <WizardApp path={paths.wizard.confirm} step={ConfirmStep} />;
