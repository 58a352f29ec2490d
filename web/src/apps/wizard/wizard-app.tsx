import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Router, useLocation } from "wouter";
import { paths } from "#lib/paths.ts";
import { wizardWords as words } from "./copy.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { WizardHeader } from "./wizard-header.tsx";
import "./wizard.css";

/** Each path loads its own step and nothing of the others. */
const STEPS: Record<string, ComponentType> = {
  [paths.wizard.address]: lazy(() => import("./address-step.tsx")),
  [paths.wizard.generator]: lazy(() => import("./generator-step.tsx")),
  [paths.wizard.date]: lazy(() => import("./date-step.tsx")),
  [paths.wizard.finalize]: lazy(() => import("./finalize-step.tsx")),
  [paths.wizard.confirm]: lazy(() => import("./confirm-step.tsx")),
  [paths.visitPaid]: lazy(() => import("./visit-payment-success.tsx")),
};

type WizardAppProps = {
  /** The path of the static page this runs in, and its step, which is in the page's own HTML. */
  path: string;
  step: ComponentType;
};

/** The wizard: one application behind one static page per path. */
export function WizardApp({ path, step }: WizardAppProps) {
  return (
    <Router ssrPath={path}>
      <TopOnChange />
      <div className="wizard">
        <WizardHeader />
        <ErrorBoundary>
          <Suspense fallback={<p role="status">{words.loadingStep}</p>}>
            <CurrentStep path={path} step={step} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </Router>
  );
}

function CurrentStep({ path: ownPath, step: OwnStep }: WizardAppProps) {
  const [path] = useLocation();
  const Step = path === ownPath ? OwnStep : (STEPS[path] ?? OwnStep);
  return <Step />;
}

/** On every change of path the window scrolls instantly to the top (spec §2). */
function TopOnChange() {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
  return null;
}
