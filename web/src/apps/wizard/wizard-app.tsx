import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { paths } from "#lib/paths.ts";
import { wizardWords as words } from "./copy.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useWizardPath } from "./navigation.ts";
import { WizardHeader } from "./wizard-header.tsx";
import "./wizard.css";

// Lazy, so that each path loads only its own step.
const STEPS: Record<string, ComponentType> = {
  [paths.wizard.address]: lazy(() => import("./address/address-step.tsx")),
  [paths.wizard.generator]: lazy(() => import("./generator/generator-step.tsx")),
  [paths.wizard.date]: lazy(() => import("./date/date-step.tsx")),
  [paths.wizard.finalize]: lazy(() => import("./finalize/finalize-step.tsx")),
  [paths.wizard.confirm]: lazy(() => import("./confirm/confirm-step.tsx")),
  [paths.visitPaid]: lazy(() => import("./visit/visit-payment-success.tsx")),
};

type WizardAppProps = {
  /** Path of the static page this runs in; `step` is rendered into that page's HTML. */
  path: string;
  step: ComponentType;
};

/** The wizard: one React application behind one static page per path. */
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

// Instant, not smooth: a new path is a new page to the visitor (NAV-02).
function useTopOnChange(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of path
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
}
