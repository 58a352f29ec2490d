import { paths } from "#lib/paths.ts";
import DateStep from "./date-step.tsx";
import { WizardApp } from "./wizard-app.tsx";

export const AtDate = () => <WizardApp path={paths.wizard.date} step={DateStep} />;
