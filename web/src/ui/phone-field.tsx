import type { ComponentProps } from "react";
import { formatPhone } from "#lib/phone.ts";
import { isWholePhone, takesTexts } from "#lib/phone-rules.ts";
import { m } from "#paraglide/messages.js";
import { TextField } from "#ui/text-field.tsx";

type PhoneFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "type" | "inputMode" | "maxLength" | "note"
>;

/**
 * Phone number, formatted when the field is left, or at once when it is pasted or autofilled. It
 * says so when no text can reach the number, as soon as it is whole.
 */
export function PhoneField({ onChange, onBlur, ...field }: PhoneFieldProps) {
  const isTyped = (text: string) => Math.abs(text.length - field.value.length) <= 1;

  return (
    <TextField
      autoComplete="tel"
      {...field}
      type="tel"
      inputMode="tel"
      maxLength={40}
      note={isWholePhone(field.value) && !takesTexts(field.value) && m.contact_phone_no_texts()}
      onChange={(text) => onChange(isTyped(text) ? text : formatPhone(text))}
      onBlur={(event) => {
        const formatted = formatPhone(field.value);
        if (formatted !== field.value) onChange(formatted);
        onBlur?.(event);
      }}
    />
  );
}
