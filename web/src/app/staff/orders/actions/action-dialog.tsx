import type { FormEvent, ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { actWords as words } from "./copy.ts";

type ActDialogProps = {
  title: string;
  onClose: () => void;
  /** What confirming does, in one sentence with its amounts. */
  consequence: ReactNode;
  confirm: string;
  isDestructive?: boolean;
  isSending: boolean;
  /** True while confirming is impossible: figures are loading, or the law forbids it. */
  isBlocked?: boolean;
  refusal: string | null;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Confirmation dialog of a staff action. */
export function ActionDialog({
  title,
  onClose,
  consequence,
  confirm,
  isDestructive = false,
  isSending,
  isBlocked = false,
  refusal,
  onConfirm,
  children,
}: ActDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && !isBlocked) onConfirm();
  };
  return (
    <Modal open onClose={onClose} title={title}>
      <form className="grid gap-4 text-sm" onSubmit={submit} noValidate>
        {children}
        <p className="border-s-3 border-line-strong px-4 py-2 font-semibold">{consequence}</p>
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant={isDestructive ? "destructive" : "cta-green"}
            busy={isSending}
            disabled={isBlocked}
          >
            {confirm}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {words.keep}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
