import { lazy, Suspense, useEffect } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { paths } from "#lib/paths.ts";
import { wizardWords as words } from "./copy.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import "./wizard.css";
import { WizardHeader } from "./wizard-header.tsx";

/** Each path loads its own step and nothing of the others. */
const ROUTES = [
  { path: paths.wizard.address, Step: lazy(() => import("./address-step.tsx")) },
  { path: paths.wizard.generator, Step: lazy(() => import("./generator-step.tsx")) },
  { path: paths.wizard.date, Step: lazy(() => import("./date-step.tsx")) },
];

/** The wizard: one application behind one static shell per path. `path` is where the server renders it. */
export function WizardApp({ path }: { path: string }) {
  return (
    <Router ssrPath={path}>
      <TopOnChange />
      <div className="wizard">
        <WizardHeader />
        <ErrorBoundary>
          <Suspense fallback={<p role="status">{words.loadingStep}</p>}>
            <Switch>
              {ROUTES.map(({ path, Step }) => (
                <Route key={path} path={path}>
                  <Step />
                </Route>
              ))}
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </div>
    </Router>
  );
}

/** On every change of path the window scrolls instantly to the top (spec §2). */
function TopOnChange() {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => window.scrollTo({ top: 0, behavior: "instant" }), [path]);
  return null;
}
