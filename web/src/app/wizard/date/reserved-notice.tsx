import type { Draft } from "#draft/draft.ts";
import { dateWords as words } from "#features/appointment/copy.ts";
import { longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** For a visitor who returns after reserving: shows the date and links to the next step. */
export function ReservedNotice({ draft: { wizard, scheduling } }: { draft: Draft }) {
  if (wizard.status !== "completed" || !scheduling.selected_date) return null;
  return (
    <Notice
      tone="success"
      title={words.reservedTitle}
      action={
        <Button variant="outline" href={paths.wizard.finalize}>
          {words.finish}
        </Button>
      }
    >
      {words.reserved(longDay(scheduling.selected_date))}
    </Notice>
  );
}
