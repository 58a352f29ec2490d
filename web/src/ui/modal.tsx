import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

const SIZES = {
  md: "w-[min(36rem,100vw-2rem)]",
  lg: "w-[min(58rem,100vw-2rem)]",
};

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  size?: keyof typeof SIZES | undefined;
  children: ReactNode;
};

/** Modal dialog. The native element traps the focus and returns it. */
export function Modal({ open, onClose, title, size = "md", children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return;
    shown.showModal();
    return () => shown.close();
  }, [open]);

  const closeFromOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out; the browser sends it as `cancel`.
    <dialog
      ref={dialog}
      className={`m-auto max-h-[min(48rem,100dvh-2rem)] max-w-none overflow-auto overscroll-contain rounded-md bg-surface-raised p-0 text-ink shadow-md backdrop:bg-backdrop motion-safe:open:animate-modal max-sm:mb-0 max-sm:max-h-[calc(100dvh-3rem)] max-sm:w-full max-sm:mx-0 max-sm:rounded-b-none ${SIZES[size]}`}
      aria-labelledby={titleId}
      onClick={closeFromOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {open && (
        <div>
          <header className="sticky top-0 z-1 flex items-start justify-between gap-4 bg-surface-raised pt-4 pr-4 pb-2 pl-6">
            <h2 className="pt-2 text-xl" id={titleId}>
              {title}
            </h2>
            <Button variant="ghost" size="icon" aria-label={m.close()} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className="grid gap-4 px-6 pt-2 pb-6">{children}</div>
        </div>
      )}
    </dialog>
  );
}
