import { type ComponentProps, useState } from "react";
import { likelyEmail } from "#lib/email.ts";
import { m } from "#paraglide/messages.js";
import { TextField } from "#ui/text-field.tsx";

type EmailFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "type" | "inputMode" | "maxLength" | "note"
>;

/** Email address; once it is left with what looks like a slip, one press corrects it. */
export function EmailField({ onChange, onBlur, ...field }: EmailFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const likely = isLeft ? likelyEmail(field.value) : null;

  return (
    <TextField
      autoComplete="email"
      {...field}
      type="email"
      inputMode="email"
      maxLength={254}
      note={
        likely && (
          <button
            className="-my-1 py-1 text-start text-ink underline underline-offset-2 wrap-anywhere"
            type="button"
            onClick={() => onChange(likely)}
          >
            {m.email_did_you_mean({ email: likely })}
          </button>
        )
      }
      onChange={(text) => {
        setLeft(false);
        onChange(text);
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
    />
  );
}
