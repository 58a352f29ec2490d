import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import GeneratorStep from "./generator-step.tsx";

export const GeneratorRoute = () => (
  <WizardApp path={paths.wizard.generator} step={GeneratorStep} />
);
