import { useEffect } from "react";
import { recordDraft } from "#draft/use-draft.ts";

/** Record in the draft that the visitor has come to this step. */
export function useStepEntered(step: 1 | 2 | 3 | 4): void {
  useEffect(() => {
    recordDraft({ type: "stepEntered", step });
  }, [step]);
}
