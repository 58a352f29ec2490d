import { paths } from "#lib/paths.ts";
import { WizardApp } from "../wizard-app.tsx";
import AddressStep from "./address-step.tsx";

export const AddressRoute = () => <WizardApp path={paths.wizard.address} step={AddressStep} />;
