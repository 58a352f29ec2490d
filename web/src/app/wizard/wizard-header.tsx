import { readDraft } from "#draft/use-draft.ts";
import { GetHelp } from "#features/get-help/get-help.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { LogoLink } from "../logo-link.tsx";
import { wizardWords as words } from "./copy.ts";
import { recordQuietly } from "./save-quietly.ts";
import { stepAt } from "./steps.ts";

const STEPS = 4;

/** Wizard header: progress, logo, Back and Get Help (WIZ-01). */
export function WizardHeader({ path }: { path: string }) {
  const step = stepAt(path);
  return (
    <header className="sticky top-0 z-2 border-b border-line bg-surface px-gutter pt-2 pb-1">
      <div className="mx-auto max-w-264">
        <Progress step={step.number} of={STEPS} label={words.progress} />
        <div className="mt-1 flex items-center gap-2">
          <Button
            className="-ms-2.5"
            variant="ghost"
            size="icon"
            aria-label={words.back}
            onClick={() => goBack(path)}
          >
            <Icon name="arrow-left" />
          </Button>
          <LogoLink className="flex-1" label={words.home} />
          <GetHelp
            label={words.help}
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
