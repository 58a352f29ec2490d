import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { INKS, SIGNS, type Tone } from "#ui/notice.tsx";

type ToastAction = { label: string; onPress: () => void };
type Message = {
  title: string;
  /** Whom an action was about, said before the title: the next customer may be on the screen by now. */
  customer?: string | undefined;
  text?: string;
  tone?: Tone;
  /** A button that sends the toast away. */
  action?: ToastAction;
  shownMs?: number;
};
type Toast = Omit<Message, "tone"> & { id: number; tone: Tone };

const SHOWN_MS = 8_000;

const ToastContext = createContext<(message: Message) => void>(() => {});

/** Shows a short message. It disappears by itself, so never use it for text that must be read. */
export const useToast = () => useContext(ToastContext);

let lastId = 0;

/** Lets its children show toasts, and shows them. One per page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback(
    (message: Message) => {
      lastId += 1;
      const id = lastId;
      // What failed before has been tried again: its word must not stand beside the success.
      setToasts((shown) => [
        ...shown.filter(({ tone }) => tone !== "danger"),
        { tone: "info", ...message, id },
      ]);
      setTimeout(() => dismiss(id), message.shownMs ?? SHOWN_MS);
    },
    [dismiss],
  );

  return (
    <ToastContext value={show}>
      {children}
      <Toaster toasts={toasts} onDismiss={dismiss} />
    </ToastContext>
  );
}

type ToasterProps = { toasts: readonly Toast[]; onDismiss: (id: number) => void };

// It is rendered even when empty, because a live region announces only changes.
function Toaster({ toasts, onDismiss }: ToasterProps) {
  return (
    <div
      className="toaster pointer-events-none fixed inset-x-0 bottom-4 z-50 grid justify-items-center gap-2 px-4"
      role="status"
      aria-live="polite"
    >
      {toasts.map(({ id, customer, title, text, tone, action }) => (
        <div
          className="pointer-events-auto flex w-[min(28rem,100%)] items-start gap-3 rounded-md bg-surface-raised py-3 pr-3 pl-4 text-sm text-ink shadow-md motion-safe:animate-toast"
          key={id}
        >
          <Icon name={SIGNS[tone]} className={`mt-2 ${INKS[tone]}`} />
          <div className="flex-1 py-1.5 leading-[1.45]">
            <p className="font-semibold">
              {customer && `${m.staff_toast_of({ name: customer })} `}
              <span>{title}</span>
            </p>
            {text && <p>{text}</p>}
          </div>
          {action && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                onDismiss(id);
                action.onPress();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={m.toast_dismiss({ title })}
            onClick={() => onDismiss(id)}
          >
            <Icon name="close" size="sm" />
          </Button>
        </div>
      ))}
    </div>
  );
}
