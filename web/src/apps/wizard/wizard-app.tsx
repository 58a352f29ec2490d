import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { paths } from "#lib/paths.ts";
import { wizardWords as words } from "./copy.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useWizardPath } from "./navigation.ts";
import { WizardHeader } from "./wizard-header.tsx";
import "./wizard.css";

/** Each path loads its own step and nothing of the others. */
const STEPS: Record<string, ComponentType> = {
  [paths.wizard.address]: lazy(() => import("./address/address-step.tsx")),
  [paths.wizard.generator]: lazy(() => import("./generator/generator-step.tsx")),
  [paths.wizard.date]: lazy(() => import("./date/date-step.tsx")),
  [paths.wizard.finalize]: lazy(() => import("./finalize/finalize-step.tsx")),
  [paths.wizard.confirm]: lazy(() => import("./confirm/confirm-step.tsx")),
  [paths.visitPaid]: lazy(() => import("./visit/visit-payment-success.tsx")),
};

type WizardAppProps = {
  /** The path of the static page this runs in, and its step, which is in the page's own HTML. */
  path: string;
  step: ComponentType;
};

/** The wizard: one application behind one static page per path. */
export function WizardApp({ path: ownPath, step: OwnStep }: WizardAppProps) {
  const path = useWizardPath(ownPath);
  const Step = path === ownPath ? OwnStep : (STEPS[path] ?? OwnStep);
  useTopOnChange(path);
  return (
    <div className="wizard">
      <WizardHeader path={path} />
      <ErrorBoundary>
        <Suspense fallback={<p role="status">{words.loadingStep}</p>}>
          <Step />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** On every change of path the window scrolls instantly to the top (spec §2). */
function useTopOnChange(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
}
