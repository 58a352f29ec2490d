import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import DateStep from "./date-step.tsx";

export const DateRoute = () => <WizardApp path={paths.wizard.date} step={DateStep} />;
