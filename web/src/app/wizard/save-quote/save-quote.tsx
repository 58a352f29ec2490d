import { lazy, Suspense, useState } from "react";
import type { Draft } from "#draft/draft.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";

const SaveSheet = lazy(async () => ({ default: (await import("./save-sheet.tsx")).SaveSheet }));

type SaveQuoteProps = {
  draft: Pick<Draft, "location" | "generator">;
  /** Until there is a price to save, its button keeps the room: nothing below a hand moves. */
  isReady?: boolean | undefined;
};

/** Saves the quote and passes it on (SAVE-01.1); its dialog is loaded on demand. */
export function SaveQuote({ draft, isReady = true }: SaveQuoteProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };

  return (
    <>
      <Button
        className="justify-self-center"
        variant="link"
        disabled={!isReady}
        onClick={open}
        aria-haspopup="dialog"
      >
        {m.save_quote_open()}
      </Button>
      {isWanted && (
        <Suspense>
          <SaveSheet open={isOpen} draft={draft} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
