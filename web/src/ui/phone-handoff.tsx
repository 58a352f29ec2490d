import { lazy, Suspense } from "react";
import { m } from "#paraglide/messages.js";
import { useBrowserValue } from "#ui/hydration.ts";

const QrCode = lazy(async () => ({ default: (await import("#ui/qr-code.tsx")).QrCode }));

type PhoneHandoffProps = {
  text: string;
  /** What the phone opens, from the site's root on; null while it is being made. */
  url: string | null;
};

/** On a computer, a QR code to continue on a phone; on a phone nothing. */
export function PhoneHandoff({ text, url }: PhoneHandoffProps) {
  const isOnComputer = useIsOnComputer();

  if (!isOnComputer) return null;
  return (
    <aside className="grid grid-cols-[9rem_1fr] items-center gap-5 rounded-md border border-line bg-surface-raised p-4 text-ink print:hidden">
      <div className="aspect-square">
        {url && (
          <Suspense>
            <QrCode text={new URL(url, location.origin).href} label={m.phone_handoff_code()} />
          </Suspense>
        )}
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{m.phone_handoff_title()}</p>
        <p className="text-sm text-quiet">{text}</p>
      </div>
    </aside>
  );
}

export const useIsOnComputer = () =>
  useBrowserValue(() => matchMedia("(pointer: fine) and (min-width: 48rem)").matches, false);
