import type { ComponentProps } from "react";
import { formatPhone } from "#lib/phone.ts";
import { TextField } from "#ui/text-field.tsx";

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "inputMode" | "maxLength">;

/** Phone number, formatted when the field is left, or at once when it is pasted or autofilled. */
export function PhoneField({ onChange, onBlur, ...field }: PhoneFieldProps) {
  const isTyped = (text: string) => Math.abs(text.length - field.value.length) <= 1;

  return (
    <TextField
      autoComplete="tel"
      {...field}
      type="tel"
      inputMode="tel"
      maxLength={40}
      onChange={(text) => onChange(isTyped(text) ? text : formatPhone(text))}
      onBlur={(event) => {
        const formatted = formatPhone(field.value);
        if (formatted !== field.value) onChange(formatted);
        onBlur?.(event);
      }}
    />
  );
}
