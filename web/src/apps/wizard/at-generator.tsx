import { paths } from "#lib/paths.ts";
import GeneratorStep from "./generator-step.tsx";
import { WizardApp } from "./wizard-app.tsx";

export const AtGenerator = () => <WizardApp path={paths.wizard.generator} step={GeneratorStep} />;
