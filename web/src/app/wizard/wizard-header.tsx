import { company } from "#content/company.ts";
import { readDraft } from "#draft/use-draft.ts";
import { GetHelp } from "#features/get-help/get-help.tsx";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { wizardWords as words } from "./copy.ts";
import { recordQuietly } from "./save-quietly.ts";
import { stepAt } from "./steps.ts";

const STEPS = 4;

/** Wizard header: progress, logo, Back and Get Help (WIZ-01). */
export function WizardHeader({ path }: { path: string }) {
  const step = stepAt(path);
  return (
    <header className="wizard-header">
      <Progress step={step.number} of={STEPS} label={words.progress} />
      <div className="wizard-header__row">
        <Button
          className="-ms-2.5"
          variant="ghost"
          size="icon"
          aria-label={words.back}
          onClick={() => goBack(path)}
        >
          <Icon name="arrow-left" />
        </Button>
        <a className="wizard-header__logo" href={paths.home} aria-label={words.home}>
          {company.name}
        </a>
        <GetHelp
          label={words.help}
          onOpen={() => recordQuietly(readDraft(), "help_opened", { step: step.number })}
        />
      </div>
    </header>
  );
}

// In the browser's history when the visitor came from another step; else to the step before.
function goBack(path: string): void {
  if (history.state?.fromStep) history.back();
  else location.assign(stepAt(path).before);
}
