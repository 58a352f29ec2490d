import { paths } from "#lib/paths.ts";
import FinalizeStep from "./finalize-step.tsx";
import { WizardApp } from "./wizard-app.tsx";

/** The wizard as the page of the scheduling fee carries it. */
export const AtFinalize = () => <WizardApp path={paths.wizard.finalize} step={FinalizeStep} />;
