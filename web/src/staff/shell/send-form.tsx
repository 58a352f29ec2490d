import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "./screen.tsx";

type SendFormProps = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  className?: string;
  onSubmit: (event: FormEvent) => unknown;
  /** The mutation that sends it. */
  sending: { error: unknown; isPending: boolean };
  /** What its button says, and while it is sent. */
  confirm: string;
  busyLabel?: string;
  /** Buttons beside it. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A form that sends its fields: below them why it was refused, and the button. */
export const SendForm = ({
  className = "grid gap-4 text-sm",
  onSubmit,
  sending,
  confirm,
  beside,
  children,
  ...button
}: SendFormProps) => (
  <form className={className} onSubmit={onSubmit} noValidate>
    {children}
    {sending.error ? <StaffProblem problem={sending.error} /> : null}
    <div className={beside ? "flex flex-wrap gap-2" : undefined}>
      <Button {...button} type="submit" busy={sending.isPending}>
        {confirm}
      </Button>
      {beside}
    </div>
  </form>
);
