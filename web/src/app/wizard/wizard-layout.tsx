import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { company } from "#content/company.ts";
import { readDraft } from "#draft/use-draft.ts";
import { GetHelp } from "#features/get-help/get-help.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { LogoLink } from "../logo-link.tsx";
import { recordQuietly } from "./save-quietly.ts";

/** Header and error boundary around a step of the wizard or of its payment. */
export function WizardLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation();

  return (
    <div className="min-h-dvh bg-surface">
      <WizardHeader path={path} />
      <ErrorBoundary name="wizard step" note={m.wizard_crash_note()}>
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

const STEP_COUNT = 4;

/** Wizard header: progress, logo, Back and Get Help (WIZ-01). */
function WizardHeader({ path }: { path: string }) {
  const step = stepAt(path);
  return (
    <header className="sticky top-0 z-2 border-b border-line bg-surface px-gutter pt-2 pb-1">
      <div className="mx-auto max-w-264">
        <Progress step={step.number} of={STEP_COUNT} label={m.wizard_progress()} />
        <div className="mt-1 flex items-center gap-2">
          <Button
            className="-ms-2.5"
            variant="ghost"
            size="icon"
            aria-label={m.wizard_back()}
            onClick={() => goBack(path)}
          >
            <Icon name="arrow-left" />
          </Button>
          <LogoLink className="flex-1" label={m.wizard_home({ companyName: company.name })} />
          <GetHelp
            label={m.wizard_help()}
            onOpen={() => recordQuietly(readDraft(), "help_opened", { step: step.number })}
          />
        </div>
      </div>
    </header>
  );
}

// In the browser's history when the visitor came from another step; else to the step before.
function goBack(path: string): void {
  if (history.state?.fromStep) history.back();
  else location.assign(stepAt(path).before);
}

type Step = { number: 1 | 2 | 3 | 4; before: string };

const FIRST: Step = { number: 1, before: paths.home };

const STEPS: Record<string, Step> = {
  [paths.wizard.address]: FIRST,
  [paths.wizard.generator]: { number: 2, before: paths.wizard.address },
  [paths.wizard.date]: { number: 3, before: paths.wizard.generator },
  [paths.wizard.finalize]: { number: 4, before: paths.wizard.date },
  [paths.wizard.confirm]: { number: 4, before: paths.wizard.date },
  [paths.visitPaid]: { number: 4, before: paths.home },
  [paths.visitCancelled]: { number: 4, before: paths.wizard.finalize },
};

const stepAt = (path: string): Step => STEPS[path] ?? FIRST;
