import { recordDraft } from "#draft/use-draft.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { finalizeWords as words } from "./visit-copy.ts";

/**
 * Link back to the calendar. Clears the draft's day, whose hold is gone, and keeps everything else.
 */
export const ChooseDay = () => (
  <Button variant="outline" href={paths.wizard.date} onClick={forgetDay}>
    {words.chooseDay}
  </Button>
);

const forgetDay = () => {
  recordDraft({ type: "dayLost" });
};
