import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import AddressStep from "./address-step.tsx";

export const AtAddress = () => <WizardApp path={paths.wizard.address} step={AddressStep} />;
