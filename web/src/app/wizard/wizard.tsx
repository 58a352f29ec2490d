import { Route, Switch } from "wouter";
import { pathOfStep } from "#draft/steps.ts";
import { AddressStep } from "./address/address-step.tsx";
import { GeneratorStep } from "./generator/generator-step.tsx";
import { WizardLayout } from "./wizard-layout.tsx";

/** The steps before the date. Together, so that going on waits for no script. */
export default function Wizard() {
  return (
    <WizardLayout>
      <Switch>
        <Route path={pathOfStep("address")} component={AddressStep} />
        <Route path={pathOfStep("generator")} component={GeneratorStep} />
      </Switch>
    </WizardLayout>
  );
}
