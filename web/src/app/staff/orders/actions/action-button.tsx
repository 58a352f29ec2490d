import { type ReactNode, useId } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "#ui/button.tsx";
import { type Permission, useMay } from "../../session/use-me.ts";

type ActButtonProps = {
  needs: Permission;
  /** Why it is not possible now; null when it is. */
  notNow?: string | null;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onClick: () => void;
  children: ReactNode;
};

/**
 * Button of a staff action. Hidden when the role forbids it; disabled with its reason when the
 * order does.
 */
export function ActionButton({
  needs,
  notNow = null,
  variant = "outline",
  size = "sm",
  onClick,
  children,
}: ActButtonProps) {
  const reasonId = useId();
  const may = useMay(needs);

  if (!may) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button
        variant={variant}
        size={size}
        disabled={notNow !== null}
        aria-describedby={notNow === null ? undefined : reasonId}
        onClick={onClick}
      >
        {children}
      </Button>
      {notNow !== null && (
        <span className="text-xs text-quiet" id={reasonId}>
          {notNow}
        </span>
      )}
    </span>
  );
}
