import { useSyncExternalStore } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { INKS, SIGNS, type Tone } from "#ui/notice.tsx";

type Toast = { id: number; title: string; text?: string | undefined; tone: Tone };

const SHOWN_MS = 8_000;
const NONE: readonly Toast[] = [];

let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => show(toasts.filter((toast) => toast.id !== id));

/** Show a short message. It disappears by itself, so never use it for text that must be read. */
export function toast(message: { title: string; text?: string; tone?: Tone }) {
  lastId += 1;
  const id = lastId;
  show([...toasts, { tone: "info", ...message, id }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Container of toasts, one per page. It is rendered even when empty, because a live region
 * announces only changes.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => NONE,
  );

  return (
    <div
      className="toaster pointer-events-none fixed inset-x-0 bottom-4 z-50 grid justify-items-center gap-2 px-4"
      role="status"
      aria-live="polite"
    >
      {shown.map(({ id, title, text, tone }) => (
        <div
          className="pointer-events-auto flex w-[min(28rem,100%)] items-start gap-3 rounded-md bg-surface-raised py-3 pr-3 pl-4 text-sm text-ink shadow-md motion-safe:animate-toast"
          key={id}
        >
          <Icon name={SIGNS[tone]} className={`mt-2 ${INKS[tone]}`} />
          <div className="flex-1 py-1.5 leading-[1.45]">
            <p className="font-semibold">{title}</p>
            {text && <p>{text}</p>}
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Dismiss: ${title}`}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" size="sm" />
          </Button>
        </div>
      ))}
    </div>
  );
}
