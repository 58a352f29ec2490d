import { lazy, Suspense, useState } from "react";
import { Button } from "#ui/button.tsx";

const HelpWays = lazy(async () => {
  const { HelpWays } = await import("./help-ways.tsx");
  return { default: HelpWays };
});

type GetHelpProps = { label: string; onOpen?: (() => void) | undefined };

/** Help button of every wizard step (WIZ-01.2); its dialog is loaded on demand. */
export function GetHelp({ label, onOpen }: GetHelpProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
    onOpen?.();
  };
  return (
    <>
      <Button variant="outline" onClick={open} aria-haspopup="dialog">
        {label}
      </Button>
      {isWanted && (
        <Suspense>
          <HelpWays open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
