import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import FinalizeStep from "./finalize-step.tsx";

export const FinalizeRoute = () => <WizardApp path={paths.wizard.finalize} step={FinalizeStep} />;
