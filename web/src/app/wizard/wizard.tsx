import { Route, Switch } from "wouter";
import { paths } from "#lib/paths.ts";
import { AddressStep } from "./address/address-step.tsx";
import { GeneratorStep } from "./generator/generator-step.tsx";
import { WizardLayout } from "./wizard-layout.tsx";

/** Steps 1 and 2. Together, so that going on waits for no script. */
export default function Wizard() {
  return (
    <WizardLayout>
      <Switch>
        <Route path={paths.wizard.address} component={AddressStep} />
        <Route path={paths.wizard.generator} component={GeneratorStep} />
      </Switch>
    </WizardLayout>
  );
}
