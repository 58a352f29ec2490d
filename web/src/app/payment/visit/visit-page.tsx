import type { ReactNode } from "react";
import { pathOfStep } from "#draft/steps.ts";
import { recordDraft } from "#draft/use-draft.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";

/** Frame of the pages after the card page. */
export const VisitPage = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto grid max-w-168 gap-8 px-gutter pt-8 pb-16 lg:pt-12" id="content">
    {children}
  </main>
);

/**
 * Link back to the calendar. Clears the draft's day, whose hold is gone, and keeps everything else.
 */
export const ChooseDay = () => (
  <Button variant="outline" href={pathOfStep("date")} onClick={forgetDay}>
    {m.payment_visit_finalize_choose_day()}
  </Button>
);

const forgetDay = () => {
  recordDraft({ type: "dayLost" });
};
