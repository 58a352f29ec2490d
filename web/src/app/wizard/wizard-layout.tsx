import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { company } from "#content/company.ts";
import { steps } from "#draft/steps.ts";
import { readDraft } from "#draft/use-draft.ts";
import { BookingStrip } from "#features/booking-strip/booking-strip.tsx";
import { GetHelp } from "#features/get-help/get-help.tsx";
import { ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { LogoLink } from "../logo-link.tsx";
import { recordQuietly } from "./save-quietly.ts";

/** Header and error boundary around a step of the wizard or of its payment. */
export function WizardLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation();

  return (
    <div className="min-h-dvh bg-surface">
      <WizardHeader path={path} />
      <BookingStrip />
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

/** Wizard header: progress, logo, Back and Get Help (WIZ-01). */
function WizardHeader({ path }: { path: string }) {
  const step = numberAt(path);
  return (
    <header className="sticky top-0 z-2 max-sm:static border-b border-line bg-surface px-gutter pt-2 pb-1 print:hidden [@media(height<36em)]:static">
      <div className="mx-auto max-w-264">
        <Progress step={step} of={steps.length} label={m.wizard_progress()} />
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
          <LogoLink className="flex-1" label={m.logo_home({ companyName: company.name })} />
          <GetHelp
            label={m.wizard_help()}
            onOpen={() => recordQuietly(readDraft(), "help_opened", { step })}
          />
        </div>
      </div>
    </header>
  );
}

// In the browser's history when the visitor came from another step; else to the step before.
function goBack(path: string): void {
  if (history.state?.fromStep) history.back();
  else location.assign(before(path) ?? steps[numberAt(path) - 2]?.path ?? paths.home);
}

// The payment has several pages; these two do not go back to the step before.
function before(path: string): string | undefined {
  if (path === paths.visitPaid) return paths.home;
  return path === paths.visitCancelled ? ofThisOrder(paths.wizard.finalize) : undefined;
}

// Any page that no step begins with belongs to the last one, the payment.
const numberAt = (path: string): number =>
  steps.findIndex((step) => step.path === path) + 1 || steps.length;
