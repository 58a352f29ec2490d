import type { ComponentProps, ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "./screen.tsx";

type SendFormProps = ComponentProps<"form"> &
  Pick<ComponentProps<typeof Button>, "variant" | "size" | "disabled"> & {
    /** The mutation that sends it. */
    sending: { error: unknown; isPending: boolean };
    /** What its button says, and while it is sent. */
    confirm: string;
    busyLabel?: string;
    /** Buttons beside it. */
    beside?: ReactNode;
  };

/** A form that sends its fields: below them why it was refused, and the button. */
export const SendForm = ({
  className = "grid gap-4 text-sm",
  sending,
  confirm,
  busyLabel,
  variant,
  size,
  disabled,
  beside,
  children,
  ...form
}: SendFormProps) => (
  <form {...form} className={className} noValidate>
    {children}
    {sending.error ? <StaffProblem problem={sending.error} /> : null}
    <div className={beside ? "flex flex-wrap gap-2" : undefined}>
      <Button type="submit" busy={sending.isPending} {...{ busyLabel, variant, size, disabled }}>
        {confirm}
      </Button>
      {beside}
    </div>
  </form>
);
