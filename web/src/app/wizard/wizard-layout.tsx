import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { ErrorBoundary } from "../error-boundary.tsx";
import { wizardWords as words } from "./copy.ts";
import { WizardHeader } from "./wizard-header.tsx";

/** Header and error boundary around a step of the wizard or of its payment. */
export function WizardLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation();

  return (
    <div className="min-h-dvh bg-surface">
      <WizardHeader path={path} />
      <ErrorBoundary name="wizard step" words={words}>
        {children}
      </ErrorBoundary>
      <ScrollToTop key={path} />
    </div>
  );
}

// Instant, not smooth: a new path is a new page to the visitor (NAV-02).
function ScrollToTop() {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return null;
}
