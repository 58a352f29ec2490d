import { paths } from "#lib/paths.ts";
import AddressStep from "./address-step.tsx";
import { WizardApp } from "./wizard-app.tsx";

export const AtAddress = () => <WizardApp path={paths.wizard.address} step={AddressStep} />;
