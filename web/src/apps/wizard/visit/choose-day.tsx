import { recordDraft } from "#draft/use-draft.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { finalizeWords as words } from "./visit-copy.ts";

/** To the calendar again: the day in the draft is not held any more, all else is kept (BOOK-02). */
export const ChooseDay = () => (
  <Button variant="outline" href={paths.wizard.date} onClick={forgetDay}>
    {words.chooseDay}
  </Button>
);

const forgetDay = () => {
  recordDraft({ type: "dayLost" });
};
